import type { z } from 'zod'
import type { Resource } from '../areas/resources.ts'

/** The fields of one part of a request (path, query string or body), by name. */
export type Fields = Record<string, z.ZodType>

/** Who may call. Everything not named here is refused: there is no call without one of these. */
export type Allow =
  /** No token is needed. */
  | { kind: 'public' }
  /** A live session; no clinic need be selected. */
  | { kind: 'account' }
  /** A live session with a clinic; for what every post needs (its own menu, shared option lists). apart: see below. */
  | { kind: 'clinic'; apart?: true }
  /**
   * A live session whose posts grant at least one of these resources in its clinic. apart: the call waits for somebody
   * outside, so that it runs without a transaction and opens its own around what it reads and writes.
   */
  | { kind: 'resource'; anyOf: readonly Resource[]; apart?: true }
  /** A live session of the provider's own staff, in one of these roles. It opens no other call, and no other session opens this. */
  | { kind: 'provider'; roles: readonly ProviderRole[] }

/** What somebody of the provider's staff may do; an administrator may do everything. */
export const PROVIDER_ROLES = ['administrator', 'reviewer', 'finance', 'support'] as const
export type ProviderRole = (typeof PROVIDER_ROLES)[number]

export type { Resource }

/** What exports are counted in, and the word for one. */
export const exportUnits = { rows: '行', papers: '份' } as const
export type ExportedAs = keyof typeof exportUnits

/** What a call takes: the form field of the file, its largest size, and the media types its content may have. */
export interface UploadRule {
  field: string
  maxBytes: number
  types: readonly string[]
  /** A picture is drawn anew with at most so many points a side: nothing else that was in the file survives. */
  redraw?: number
}

/** An xlsx sheet that somebody filled in, as every call that reads one takes it. */
export const SHEET_UPLOAD: UploadRule = {
  field: 'file',
  maxBytes: 5 * 1024 * 1024,
  types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}
/** How the reading of a sheet may be refused, beside the words of its own kind. */
export const SHEET_REFUSALS = ['UPLOAD_TOO_LARGE', 'UPLOAD_WRONG_TYPE', 'SHEET_BEING_READ'] as const

/** A list of the body, and the field of its entries that names what requests take turns for. */
export interface Turns {
  list: string
  field: string
}

export interface CallOptions<P extends Fields, Q extends Fields, B extends Fields, O extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Full path on the wire, `{name}` for path fields. */
  path: `/${string}`
  /** One sentence in Chinese for the generated documentation. */
  doc: string
  /** The id of this call in the specification's index, or null when the documents do not name it. */
  spec: string | null
  allow: Allow
  params?: P
  query?: Q
  body?: B
  /** Schema of `data` in the envelope. */
  output: O
  /**
   * read: runs in a read-only transaction. write: may change rows. Default: GET reads, everything else writes.
   * A GET that writes, or a POST that only reads, says so here.
   */
  effect?: 'read' | 'write'
  /** own: rows of the session's clinic. all: rows of the whole tenant (a patient's history over the chain). */
  scope?: 'own' | 'all'
  /** Further resources the handler asks about (`ctx.can`), beyond the ones that let the call in. */
  also?: readonly Resource[]
  /** The body carries `requestId`; a repeated one is answered with the first answer and nothing runs again. */
  idempotent?: boolean
  /** Where the body names what many desks may ask for at once, e.g. the cards of its payments: these requests take turns. */
  turns?: Turns
  /**
   * It may take seconds: answered on connections of its own, of which there are few, so that it keeps nobody waiting at a desk; ended
   * after 30 s, and when whoever asked has gone.
   */
  slow?: boolean
  /** file: `data` is a stream with a name and a type. events: server-sent events. */
  answer?: 'json' | 'file' | 'events'
  /**
   * The file takes data out of the product, and this is what whoever takes it calls it. It may also be made as a task: the
   * handler reads and writes nothing but its note in the audit; what else it has to write goes with its file, as `kept`
   * (see docs/decisions/0185).
   */
  exported?: string
  /** What an export is counted in: rows of a sheet, or papers, of which fewer can be waited for. Left out: rows. */
  exportedAs?: ExportedAs
  /** One file in a multipart body beside the fields. */
  upload?: UploadRule
  /** Codes of business refusals this call can answer, for the documentation. */
  errors?: readonly string[]
}

/** One declared call. Everything about it (route, client, documentation, permission, sweeps) comes from this value. */
export interface Call<
  P extends Fields = Fields,
  Q extends Fields = Fields,
  B extends Fields = Fields,
  O extends z.ZodType = z.ZodType,
  A extends Allow = Allow,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly doc: string
  readonly spec: string | null
  readonly allow: A
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly output: O
  readonly effect: 'read' | 'write'
  readonly scope: 'own' | 'all'
  readonly also: readonly Resource[]
  readonly idempotent: boolean
  readonly turns: Turns | null
  readonly slow: boolean
  readonly answer: 'json' | 'file' | 'events'
  readonly exported: string | null
  readonly exportedAs: ExportedAs
  readonly upload: UploadRule | null
  readonly errors: readonly string[]
}

/* eslint-disable-next-line */
export type AnyCall = Call<Fields, Fields, Fields, z.ZodType, Allow>
/** The calls of one domain by name. */
export type CallGroup = Record<string, AnyCall>

type InferFields<F extends Fields, Side extends 'input' | 'output'> = {
  [
    K in keyof F as undefined extends (Side extends 'input' ? z.input<F[K]> : z.output<F[K]>) ? K : never
  ]?: Side extends 'input' ? z.input<F[K]> : z.output<F[K]>
} & {
  [
    K in keyof F as undefined extends (Side extends 'input' ? z.input<F[K]> : z.output<F[K]>) ? never : K
  ]: Side extends 'input' ? z.input<F[K]> : z.output<F[K]>
}

type Flat<T> = { [K in keyof T]: T[K] }

/** What a caller passes: path, query and body fields in one flat object, in their wire form. */
export type WireInput<C> =
  C extends Call<infer P, infer Q, infer B, z.ZodType, Allow>
    ? Flat<InferFields<P, 'input'> & InferFields<Q, 'input'> & InferFields<B, 'input'>>
    : never
/** What a handler receives: the same fields, parsed (money in fen, times as Date). */
export type ParsedInput<C> =
  C extends Call<infer P, infer Q, infer B, z.ZodType, Allow>
    ? Flat<InferFields<P, 'output'> & InferFields<Q, 'output'> & InferFields<B, 'output'>>
    : never
/** What a caller gets as `data`. */
export type WireOutput<C> = C extends Call<Fields, Fields, Fields, infer O, Allow> ? z.input<O> : never
/** What a handler returns before it is encoded for the wire. */
export type HandlerOutput<C> = C extends Call<Fields, Fields, Fields, infer O, Allow> ? z.output<O> : never

/** Declares a call. Throws at load when a field name stands in two parts of the request or a path field is not declared. */
export function call<
  O extends z.ZodType,
  const A extends Allow,
  P extends Fields = {},
  Q extends Fields = {},
  B extends Fields = {},
  const W extends AnyCall['answer'] = 'json',
>(options: CallOptions<P, Q, B, O> & { allow: A; answer?: W }): Call<P, Q, B, O, A> & { readonly answer: W } {
  const params = options.params ?? ({} as P)
  const query = options.query ?? ({} as Q)
  const body = options.body ?? ({} as B)
  const names = [...Object.keys(params), ...Object.keys(query), ...Object.keys(body)]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`${options.path}: field ${twice} is declared twice`)
  const inPath = [...options.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  if (inPath.sort().join() !== Object.keys(params).sort().join())
    throw new Error(`${options.path}: the path names ${inPath.join()} but params are ${Object.keys(params).join()}`)
  if (options.exported && (options.answer !== 'file' || options.upload || options.allow.kind !== 'resource'))
    throw new Error(`${options.path}: only a file that whoever holds a resource takes out is an export`)
  if (options.idempotent && 'apart' in options.allow) throw new Error(`${options.path}: apart and idempotent`)
  if (options.idempotent && !('requestId' in body)) throw new Error(`${options.path}: idempotent without requestId`)
  return {
    method: options.method,
    path: options.path,
    doc: options.doc,
    spec: options.spec,
    allow: options.allow,
    params,
    query,
    body,
    output: options.output,
    effect: options.effect ?? (options.method === 'GET' ? 'read' : 'write'),
    scope: options.scope ?? 'own',
    also: options.also ?? [],
    idempotent: options.idempotent ?? false,
    turns: options.turns ?? null,
    slow: options.slow ?? false,
    answer: (options.answer ?? 'json') as W,
    exported: options.exported ?? null,
    exportedAs: options.exportedAs ?? 'rows',
    upload: options.upload ?? null,
    errors: options.errors ?? [],
  }
}

export const anyone = { kind: 'public' } as const
export const signedIn = { kind: 'account' } as const
export const inClinic = { kind: 'clinic' } as const
/** As `inClinic`, for a call that opens its transactions itself: what it does between them may take seconds. */
export const inClinicApart = { kind: 'clinic', apart: true } as const
/** The provider's administrators and these roles; none named: everybody of the provider's staff. */
export function providerRole(...roles: readonly ProviderRole[]): {
  readonly kind: 'provider'
  readonly roles: readonly ProviderRole[]
} {
  return {
    kind: 'provider',
    roles: roles.length === 0 ? PROVIDER_ROLES : [...new Set(['administrator' as const, ...roles])],
  }
}
/** One resource, or any of several: `resource('/allTimePatients:view', '/myAppointmentBoard:view')`. */
export function resource(...anyOf: readonly Resource[]): {
  readonly kind: 'resource'
  readonly anyOf: readonly Resource[]
} {
  return { kind: 'resource', anyOf }
}
/** As `resource`, for a call that waits for somebody outside (a payment gateway): no connection is held meanwhile. */
export function resourceApart(...anyOf: readonly Resource[]): {
  readonly kind: 'resource'
  readonly anyOf: readonly Resource[]
  readonly apart: true
} {
  return { kind: 'resource', anyOf, apart: true }
}
