/** The parts of D3 that our charts use; its packages do not have types. */
declare module 'd3-scale' {
  interface Band {
    (place: string): number | undefined;
    domain(places: readonly string[]): Band;
    range(ends: readonly [number, number]): Band;
    paddingInner(part: number): Band;
    paddingOuter(part: number): Band;
    bandwidth(): number;
    step(): number;
  }
  interface Linear {
    (value: number): number;
    domain(ends: readonly [number, number]): Linear;
    range(ends: readonly [number, number]): Linear;
    nice(count: number): Linear;
    ticks(count: number): number[];
  }
  export function scaleBand(): Band;
  export function scaleLinear(): Linear;
}

declare module 'd3-shape' {
  interface Line<Point> {
    (points: readonly Point[]): string | null;
    defined(isThere: (point: Point) => boolean): Line<Point>;
    x(of: (point: Point) => number): Line<Point>;
    y(of: (point: Point) => number): Line<Point>;
  }
  interface Area<Point> {
    (points: readonly Point[]): string | null;
    defined(isThere: (point: Point) => boolean): Area<Point>;
    x(of: (point: Point) => number): Area<Point>;
    y0(of: (point: Point) => number): Area<Point>;
    y1(of: (point: Point) => number): Area<Point>;
  }
  export function line<Point>(): Line<Point>;
  export function area<Point>(): Area<Point>;
}
