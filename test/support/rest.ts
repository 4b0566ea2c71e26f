import { expect } from 'vitest';
import { type Answer, alpha, type TestWorld } from './world.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface CallOptions {
  readonly auth?: string;
  readonly headers?: Record<string, string>;
}

/** `PUT /domains/a.ee/statuses/clientHold`, below /registry/v1; ALPHA calls unless another one is named. */
export type RestApi = (
  request: `${Method} /${string}`,
  body?: unknown,
  options?: CallOptions,
) => Promise<Answer>;

export const restApi =
  (world: () => TestWorld): RestApi =>
  (request, body, { auth = alpha, headers = {} } = {}) => {
    const [method, path] = request.split(' ') as [Method, string];
    return world().request({
      method,
      url: `/registry/v1${path}`,
      auth,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  };

/** Says no with exactly this status, code and message; its data may say more, as the document describes it. */
export function expectRefusal(answer: Answer, status: number, code: number, message: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { code, message, data: expect.any(Object) },
  });
}

/** Says yes with exactly this data. */
export function expectData(answer: Answer, data: unknown): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: { code: 1000, message: 'Command completed successfully', data },
  });
}

/** The object is not there, or not the caller's. */
export const expectMissing = (answer: Answer): void =>
  expectRefusal(answer, 404, 2303, 'Object does not exist');

/** A status forbids it. */
export const expectProhibited = (answer: Answer): void =>
  expectRefusal(answer, 400, 2304, 'Object status prohibits operation');
