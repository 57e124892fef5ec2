import type { AnyCall, WireInput } from './call.ts'

/** URL and JSON body of a call for an input; undefined, null and '' leave the query string. */
export function requestOf<C extends AnyCall>(
  call: C,
  input: WireInput<C>,
): { url: string; body: Record<string, unknown> | null } {
  const values = input as Record<string, unknown>
  const url = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const query = new URLSearchParams()
  for (const name of Object.keys(call.query)) {
    const value = values[name]
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value as string))
  }
  const names = Object.keys(call.body).filter((name) => values[name] !== undefined)
  const body =
    Object.keys(call.body).length === 0 ? null : Object.fromEntries(names.map((name) => [name, values[name]]))
  const text = query.toString()
  return { url: text ? `${url}?${text}` : url, body }
}
