import { platformErrors } from '@dentin/contract/core/errors'
import type { AnyCall, WireInput, WireOutput } from '@dentin/contract/core/call'
import { requestOf } from '@dentin/contract/core/request'
import { offline } from './offline.ts'
import { platformSession } from './platform-session.ts'
import { session } from './session.ts'

/** A refusal or a failure, as the user should hear of it. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** What is wrong, field by field. */
    readonly fields: { field: string; message: string }[] = [],
    readonly data: unknown = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
  /** The connection failed: nobody knows whether the request arrived. */
  get isNetwork(): boolean {
    return this.code === NETWORK_ERROR
  }
  /** The same again may go through: the line or the server failed. What was refused stays refused. */
  get mayPass(): boolean {
    return this.isNetwork || (this.code >= 500 && this.code < 600)
  }
  get isConflict(): boolean {
    return this.is(platformErrors.VERSION_CONFLICT)
  }
  /** Is it one of these refusals of the contract? */
  is(...refusals: readonly { readonly code: number }[]): boolean {
    return refusals.some(({ code }) => code === this.code)
  }
}

/** The second try of what failed, where it may help; after a refusal it would only be refused again. */
export const retryOf = (error: unknown, again: () => void): (() => void) | undefined =>
  error instanceof ApiError && error.mayPass ? again : undefined

export const NETWORK_ERROR = -987654321
/** Codes that count as success or are silent, as the specification lists them; so does the result 1200. */
const SILENT = new Set([0, 99999, 200, 1330, 1200, 10404])
const SILENT_RESULT = 1200
const TIMEOUT_MS = 180_000
const FILE_TIMEOUT_MS = 30_000

/** How long a call is waited for: less where a file is awaited, and where one is brought in. */
const timeoutOf = (call: AnyCall): number =>
  call.answer === 'file' || call.path.includes('/import/') ? FILE_TIMEOUT_MS : TIMEOUT_MS

/** What the app does when the server says the session is over, or belongs to another clinic now. Set by the app. */
export const sessionEvents: {
  onUnauthenticated: (message: string) => void
  onClinicChanged: () => void
  /** The same for the provider's staff, who have a session of their own. */
  onProviderSignedOut: (message: string) => void
  /** This tab is giving its session up for another one or for none. */
  changing: boolean
} = {
  onUnauthenticated: () => {},
  onClinicChanged: () => {},
  onProviderSignedOut: () => {},
  changing: false,
}

type Progress = (running: number) => void
let running = 0
const progressListeners = new Set<Progress>()
/** Hears how many requests are under way (those with 'check' in their URL do not count). */
export function onProgress(listener: Progress): () => void {
  progressListeners.add(listener)
  return () => progressListeners.delete(listener)
}
function count(step: 1 | -1) {
  running += step
  for (const listener of progressListeners) listener(running)
}

/** Hears of a failed write that nobody has told the person about. Set by the app: this room knows no messages. */
export const failureEvents: { onUnsaid: (error: unknown) => void } = { onUnsaid: () => {} }

/** A new id for a write that may be repeated: keep it until the write has been answered. */
export function newRequestId(): string {
  return crypto.randomUUID()
}

/**
 * Makes a call.
 * @param options.offline keeps the answer for reading without a network, and gives the kept one when there is none
 * @throws ApiError for every answer that is not a success, and for a lost connection (code -987654321)
 */
export async function send<C extends AnyCall>(
  call: C,
  input: WireInput<C>,
  options: { signal?: AbortSignal; offline?: boolean } = {},
): Promise<WireOutput<C>> {
  const token = tokenFor(call)
  try {
    const answer = accept(call, await readEnvelope(await request(call, input, options)), token) as WireOutput<C>
    // An answer to a session that has ended meanwhile is not for whoever is at work now.
    if (options.offline && answer !== null && token === tokenFor(call)) offline.keep(call.path, input, answer)
    return answer
  } catch (error) {
    const seen = options.offline && error instanceof ApiError && error.isNetwork && offline.recall(call.path, input)
    if (!seen) throw error
    return seen.data as WireOutput<C>
  }
}

/** Makes a call with a token that is not that of this tab's session: to learn whose it is. @throws ApiError as `send` */
export async function sendAs<C extends AnyCall>(token: string, call: C, input: WireInput<C>): Promise<WireOutput<C>> {
  const envelope = await readEnvelope(await request(call, input, { token }))
  if (envelope.code === 0) return envelope.data as WireOutput<C>
  throw new ApiError(envelope.code, envelope.message)
}

/** Makes a call that takes a file beside its fields. @throws ApiError as `send` */
export async function sendFile<C extends AnyCall>(call: C, input: WireInput<C>, file: Blob): Promise<WireOutput<C>> {
  const token = tokenFor(call)
  return accept(call, await readEnvelope(await request(call, input, { file })), token) as WireOutput<C>
}

/**
 * Makes a call that answers with a file, under the name that the server gives it.
 * @param options.grown hears how many bytes have come: for a file that the server sends as it makes it. As long as something
 * comes, it is waited for.
 * @throws ApiError as `send`
 */
export async function fetchFile<C extends AnyCall & { answer: 'file' }>(
  call: C,
  input: WireInput<C>,
  { grown, ...options }: { signal?: AbortSignal; grown?: (bytes: number) => void } = {},
): Promise<File> {
  const token = tokenFor(call)
  const patience = grown ? patienceOf(timeoutOf(call)) : null
  const response = await request(call, input, patience ? { ...options, timeout: patience.signal } : options)
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (response.ok && !isEnvelope)
    return fileOf(response, (bytes) => {
      patience?.again()
      grown?.(bytes)
    })
      .catch((error: unknown) => {
        if (options.signal?.aborted) throw error
        throw lost((error as Error).name === 'TimeoutError')
      })
      .finally(() => patience?.end())
  throw refuse(call, await readEnvelope(response), token)
}

/** A deadline that begins anew whenever something has come. */
function patienceOf(ms: number): { signal: AbortSignal; again: () => void; end: () => void } {
  const controller = new AbortController()
  const late = () => controller.abort(new DOMException('nothing came', 'TimeoutError'))
  let timer = setTimeout(late, ms)
  return {
    signal: controller.signal,
    again: () => {
      clearTimeout(timer)
      timer = setTimeout(late, ms)
    },
    end: () => clearTimeout(timer),
  }
}

interface Sending {
  signal?: AbortSignal
  /** Goes along in a multipart form, in the field that the call names. */
  file?: Blob
  /** Another token than that of the session; then no clinic is named either. */
  token?: string
  /** Instead of the call's own. */
  timeout?: AbortSignal
}

const isProviders = (call: AnyCall) => call.allow.kind === 'provider'
/** Whose session the call goes with: the provider's staff have one of their own. */
const tokenFor = (call: AnyCall) => (isProviders(call) ? platformSession.get() : session.get())?.token

async function request<C extends AnyCall>(
  call: C,
  input: WireInput<C>,
  { signal, file, token: other, timeout: own }: Sending = {},
): Promise<Response> {
  const { url, body } = requestOf(call, input)
  const form = file && call.upload ? formOf(body, call.upload.field, file) : null
  const token = other ?? tokenFor(call)
  const clinicId = isProviders(call) || other ? null : session.get()?.clinicId
  const quiet = url.includes('check')
  const timeout = own ?? AbortSignal.timeout(timeoutOf(call))
  if (!quiet) count(1)
  try {
    return await fetch(url, {
      method: call.method,
      headers: {
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(clinicId ? { 'x-clinic-id': clinicId } : {}),
      },
      ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw lost(timeout.aborted)
  } finally {
    if (!quiet) count(-1)
  }
}

async function fileOf(response: Response, came: (bytes: number) => void): Promise<File> {
  const parts: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value)
    bytes += next.value.length
    came(bytes)
  }
  const blob = new Blob(parts, { type: response.headers.get('content-type') ?? '' })
  const name = response.headers.get('content-disposition')?.split("''")[1] ?? ''
  return new File([blob], decodeURIComponent(name), { type: blob.type })
}

const lost = (late: boolean) =>
  new ApiError(NETWORK_ERROR, late ? '等待太久没有回应，请重试' : '网络连接失败，请检查网络后重试')

function formOf(fields: Record<string, unknown> | null, name: string, file: Blob): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields ?? {})) form.append(field, String(value))
  form.append(name, file)
  return form
}

function accept(call: AnyCall, envelope: Envelope, token: string | undefined): unknown {
  if (SILENT.has(envelope.code) || envelope.resultID === SILENT_RESULT) return envelope.data
  throw refuse(call, envelope, token)
}

interface Envelope {
  code: number
  data: unknown
  message: string
  /** Only other services than ours send one. */
  resultID?: number
  status: number
}

async function readEnvelope(response: Response): Promise<Envelope> {
  try {
    const envelope = (await response.json()) as Omit<Envelope, 'status'>
    offline.reached()
    return { ...envelope, status: response.status }
  } catch {
    throw new ApiError(
      NETWORK_ERROR,
      response.status >= 500 ? '系统繁忙，请稍后重试' : '网络连接失败，请检查网络后重试',
    )
  }
}

function refuse(call: AnyCall, envelope: Envelope, token: string | undefined): ApiError {
  // A request that left before the session was changed, or while it is, says nothing about the one that comes.
  const current = !sessionEvents.changing && token === tokenFor(call)
  if (current && (envelope.code === platformErrors.UNAUTHENTICATED.code || envelope.status === 401))
    sessionEvents[isProviders(call) ? 'onProviderSignedOut' : 'onUnauthenticated'](
      envelope.message || 'token已过期，请重新登录',
    )
  if (current && envelope.code === platformErrors.CLINIC_CHANGED.code) sessionEvents.onClinicChanged()
  const fields = (envelope.data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
  return new ApiError(envelope.code, envelope.message || 'Error', fields, envelope.data)
}
