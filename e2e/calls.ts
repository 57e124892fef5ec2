import assert from 'node:assert/strict'
import { requestOf, type AnyCall, type WireInput, type WireOutput } from '@dentin/contract'
import type { Stack } from './stack.ts'

/** Asks the product for something without a browser, in somebody's session. */
export async function call<C extends AnyCall>(
  stack: Stack,
  token: string,
  what: C,
  input: WireInput<C>,
): Promise<WireOutput<C>> {
  const { url, body } = requestOf(what, input)
  const answer = await fetch(stack.origin + url, {
    method: what.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { code, data, message } = (await answer.json()) as { code: number; data: WireOutput<C>; message: string }
  assert.equal(code, 0, `${url}: ${message}`)
  return data
}

/** Asks as somebody of a clinic. */
export async function as(
  stack: Stack,
  account: string,
  clinic: string,
): Promise<<C extends AnyCall>(what: C, input: WireInput<C>) => Promise<WireOutput<C>>> {
  const { token } = await stack.session(account, clinic)
  return (what, input) => call(stack, token, what, input)
}
