import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** How one piece of page state is written into the address. `format` gives null to leave it out. */
export interface UrlCodec<T> {
  parse: (text: string | null) => T
  format: (value: T) => string | null
}

/** Text; the default is left out of the address. */
export function urlText(fallback = ''): UrlCodec<string> {
  return { parse: (text) => text ?? fallback, format: (value) => (value === fallback ? null : value) }
}

/** A finite number; anything else in the address reads as the default. */
export function urlNumber(fallback: number): UrlCodec<number> {
  return {
    parse: (text) => (text !== null && text !== '' && Number.isFinite(Number(text)) ? Number(text) : fallback),
    format: (value) => (value === fallback ? null : String(value)),
  }
}

/** One of a closed set of words; anything else in the address reads as the default. */
export function urlEnum<const V extends string>(values: readonly V[], fallback: V): UrlCodec<V> {
  return {
    parse: (text) => values.find((value) => value === text) ?? fallback,
    format: (value) => (value === fallback ? null : value),
  }
}

/** Text or nothing: an opened drawer's id, an optional filter. */
export const urlOptional: UrlCodec<string | null> = {
  parse: (text) => (text === '' ? null : text),
  format: (value) => (value === '' ? null : value),
}

/** Yes or no, by default no. */
export const urlFlag: UrlCodec<boolean> = {
  parse: (text) => text === '1',
  format: (value) => (value ? '1' : null),
}

/** Several words, joined by commas. */
export const urlList: UrlCodec<string[]> = {
  parse: (text) => (text ? text.split(',') : []),
  format: (value) => (value.length ? value.join(',') : null),
}

// A codec both reads and writes its type, so a record of any codecs is spelled by its two sides.
type Codecs = Record<string, { parse: (text: string | null) => unknown; format: (value: never) => string | null }>
type StateOf<C extends Codecs> = { [K in keyof C]: ReturnType<C[K]['parse']> }

/**
 * Page state that lives in the search parameters, so that reload, back, a bookmark and a second tab keep it.
 * @param codecs one codec per parameter; declare the object outside the component
 * @returns the state and a setter that takes a patch; it replaces the history entry unless `{ push: true }`
 */
export function useUrlState<C extends Codecs>(
  codecs: C,
): [StateOf<C>, (patch: Partial<StateOf<C>>, options?: { push?: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  }, [params])
  const state = useMemo(
    () =>
      Object.fromEntries(Object.entries(codecs).map(([key, codec]) => [key, codec.parse(params.get(key))])) as Record<
        string,
        unknown
      > as StateOf<C>,
    [codecs, params],
  )
  const set = useCallback(
    (patch: Partial<StateOf<C>>, options: { push?: boolean } = {}) => {
      const next = new URLSearchParams(latest.current)
      for (const [key, value] of Object.entries(patch)) {
        const text = (codecs[key] as UrlCodec<unknown> | undefined)?.format(value) ?? null
        if (text === null) next.delete(key)
        else next.set(key, text)
      }
      latest.current = next
      setParams(next, { replace: !options.push, preventScrollReset: true })
    },
    [codecs, setParams],
  )
  return [state, set]
}
