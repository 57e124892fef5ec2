import { contract, errorTable, type AnyCall } from '@dentin/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const { identity, patient, clinic, membership, qualification } = contract
const KEY = 'dentin.session'
const held = { token: 't1', clinicId: 'c1', currentUserId: 'u1', companyId: 'k1' }
let sent: { url: string; init: RequestInit }[] = []
let answer: () => Response | Promise<Response>

/** The client as a tab has it, with somebody signed in. */
async function client(session: object | null = held) {
  const stored = new Map(session ? [[KEY, JSON.stringify(session)]] : [])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.resetModules()
  return import('./client.ts')
}
const envelope = (code: number, more: object = {}, status = 200) =>
  new Response(JSON.stringify({ code, data: null, message: '', ...more }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

beforeEach(() => {
  sent = []
  answer = () => envelope(0, { data: { ok: true } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    if (init.signal?.aborted) throw init.signal.reason as Error
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what goes out', () => {
  it('auth-header: carries the token in the Authorization header, and none before signing in', async () => {
    const signedIn = await client()
    await signedIn.send(identity.userInfo, {})
    expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer t1', 'x-clinic-id': 'c1' })
    const nobody = await client(null)
    await nobody.send(identity.imageCaptcha, {})
    expect(sent[1]?.init.headers).not.toHaveProperty('authorization')
  })

  it('json-bodies: a body is JSON and says so; a file goes as a form', async () => {
    const { send, sendFile } = await client()
    await send(patient.list, { keyword: '沈' })
    const { init } = sent[0] as (typeof sent)[number]
    expect(init.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(JSON.parse(init.body as string)).toEqual({ keyword: '沈' })
    await sendFile(qualification.upload, { paperType: 'avatar' }, new Blob(['x']))
    // upload-paper-type: the avatar names itself in the query.
    expect(sent[1]?.url).toMatch(/\?paperType=avatar$/)
    expect(sent[1]?.init.body).toBeInstanceOf(FormData)
    expect(sent[1]?.init.headers).not.toHaveProperty('content-type')
  })

  it('timeout-default, timeout-export: gives up after 180 s, and after 30 s where a file is awaited or brought in', async () => {
    const after = vi.spyOn(AbortSignal, 'timeout')
    const { send, sendFile, fetchFile } = await client()
    await send(identity.userInfo, {})
    answer = () => new Response('pdf')
    await fetchFile(membership.invoiceFile, { id: 'i1' })
    answer = () => envelope(0, { data: {} })
    await sendFile(patient.importUpload, {}, new Blob(['x']))
    await sendFile(qualification.upload, { paperType: 'avatar' }, new Blob(['x']))
    expect(after.mock.calls).toEqual([[180_000], [30_000], [30_000], [180_000]])
  })

  it('timeout-member-export: the export of patients and every other call that awaits a file is given up after 30 s', async () => {
    const after = vi.spyOn(AbortSignal, 'timeout')
    const { fetchFile } = await client()
    answer = () => new Response('xlsx')
    type FileCall = AnyCall & { answer: 'file' }
    const awaiting = Object.values(contract)
      .flatMap((group) => Object.values(group) as AnyCall[])
      .filter((call): call is FileCall => call.answer === 'file')
    expect(awaiting).toContain(patient.export)
    for (const call of awaiting) {
      const input = Object.fromEntries(Object.keys({ ...call.params, ...call.query }).map((key) => [key, 'x']))
      await fetchFile(call, input)
    }
    expect(after.mock.calls).toEqual(awaiting.map(() => [30_000]))
  })

  it('progress-bar: a request counts while it is under way, unless check stands in its address', async () => {
    const { send, onProgress } = await client()
    const heard: number[] = []
    onProgress((running) => heard.push(running))
    await send(identity.userInfo, {})
    expect(heard).toEqual([1, 0])
    await send(identity.checkAccount, { account: 'anna' })
    expect(sent[1]?.url).toContain('check')
    expect(heard).toEqual([1, 0])
  })
})

describe('what comes back', () => {
  it('success-code, codes-silent: 0 and the codes of the silent list are a success, without a word', async () => {
    const { send } = await client()
    for (const code of [0, 99999, 200, 1330, 1200, 10404]) {
      answer = () => envelope(code, { data: { code }, message: '不说' })
      expect(await send(identity.userInfo, {})).toEqual({ code })
    }
  })

  it('codes-silent-result: so is the result 1200 of an answer that has no code of success', async () => {
    const { send } = await client()
    answer = () => envelope(500, { data: 1, resultID: 1200 })
    expect(await send(identity.userInfo, {})).toBe(1)
  })

  it('codes-shared: no refusal of ours has a code of the silent or the shared list', () => {
    const listed = new Set([0, 99999, 200, 1330, 1200, 10404, 10010, 10300])
    expect(Object.entries(errorTable).filter(([, { code }]) => listed.has(code))).toEqual([])
  })

  it('code-not-success, code-not-success-fallback: every other code is an error with the message, or Error', async () => {
    const { send, ApiError } = await client()
    answer = () =>
      envelope(22001, { message: '患者资料有误', data: { fields: [{ field: 'name', message: '请填写' }] } })
    const told = await send(patient.list, {}).catch((error: unknown) => error)
    expect(told).toBeInstanceOf(ApiError)
    expect(told).toMatchObject({ code: 22001, message: '患者资料有误', fields: [{ field: 'name', message: '请填写' }] })
    answer = () => envelope(22001)
    await expect(send(patient.list, {})).rejects.toMatchObject({ message: 'Error' })
  })

  it('code-401: by code or by status the session is over, with the message or the words for it', async () => {
    const { send, sessionEvents } = await client()
    const over = vi.fn()
    sessionEvents.onUnauthenticated = over
    answer = () => envelope(401, { message: '已在其他设备修改密码，请重新登录' })
    await expect(send(identity.userInfo, {})).rejects.toMatchObject({ code: 401 })
    answer = () => envelope(1, {}, 401)
    await expect(send(identity.userInfo, {})).rejects.toMatchObject({ code: 1 })
    expect(over.mock.calls).toEqual([['已在其他设备修改密码，请重新登录'], ['token已过期，请重新登录']])
  })

  it('blob-pass: a file passes as it is; a refusal in its place is read', async () => {
    const { fetchFile } = await client()
    answer = () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
    const file = await fetchFile(membership.invoiceFile, { id: 'i1' })
    expect(await file.text()).toBe('%PDF')
    answer = () => envelope(404, { message: '没有这张发票' }, 404)
    await expect(fetchFile(membership.invoiceFile, { id: 'i1' })).rejects.toMatchObject({
      message: '没有这张发票',
    })
  })

  it('network-error: a lost connection is told as such, with the code for it', async () => {
    const { send } = await client()
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(send(clinic.settings, {})).rejects.toMatchObject({
      code: -987654321,
      message: '网络连接失败，请检查网络后重试',
    })
  })

  it('is tried again where the line or the server failed, never after a refusal', async () => {
    const { ApiError, NETWORK_ERROR, retryOf } = await client()
    const again = () => {}
    const offered = (error: unknown) => retryOf(error, again) === again
    for (const code of [NETWORK_ERROR, errorTable.INTERNAL.code, errorTable.BUSY.code, 502])
      expect([code, offered(new ApiError(code, '失败'))]).toEqual([code, true])
    const refusals = Object.entries(errorTable).filter(([, { code }]) => code < 500 || code > 599)
    expect(refusals.length).toBeGreaterThan(100)
    for (const [name, { code, message }] of refusals)
      expect([name, offered(new ApiError(code, message))]).toEqual([name, false])
    expect(offered(new Error('ours'))).toBe(false)
  })

  it('cancelled-request: a request that was called off is no error to be told', async () => {
    const { send, ApiError } = await client()
    const stop = new AbortController()
    stop.abort()
    const ended = await send(patient.list, {}, { signal: stop.signal }).catch((error: unknown) => error)
    expect(ended).not.toBeInstanceOf(ApiError)
    expect((ended as Error).name).toBe('AbortError')
  })
})
