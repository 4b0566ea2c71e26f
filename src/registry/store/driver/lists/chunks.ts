/** A statement has at most 65,535 parameters, so rows of a bulk command are written in chunks. */
export function inChunks<T>(rows: readonly T[], most = 1000): T[][] {
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, index) =>
    rows.slice(index * most, (index + 1) * most),
  );
}
