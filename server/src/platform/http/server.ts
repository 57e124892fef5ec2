import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import type { Socket } from 'node:net'
import path from 'node:path'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { allCalls } from '@dentin/contract'
import { DemoClock } from '../clock.ts'
import { isOverdue, isUnavailable } from '../database/problems.ts'
import { behindCookie } from '../demo-time.ts'
import { diskRoom, isDiskFull, saysDiskFull, type DiskRoom } from '../disk.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { bindCalls, newRequestId, type HandlerTree } from './binder.ts'
import { isFromThisMachine } from './local.ts'

/** API paths begin with one of these; everything else is the web app. */
const API_PREFIX = /^\/(?:[a-z]+-api|design-process|platform-admin)(?:[/?]|$)/

const RETRY_AFTER_S = 3
const HSTS_SECONDS = 31_536_000
/** Headers of an answer that is given before the server's hooks run: to what is no proper request. */
const BARE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export interface HttpOptions {
  services: Services
  handlers: HandlerTree
  /** Folder of the built web app, when it is served by this process. */
  webRoot?: string
  /** Routes that do not answer with the envelope: the event stream, notifications in the form of whoever sends them. */
  outside?: readonly ((app: FastifyInstance) => void)[]
  /** The room on the disk of a folder. */
  room?: (folder: string) => Promise<DiskRoom>
  /** How long a request that is being received may say nothing. */
  stallMs?: number
}

/** The HTTP server: headers, limits, envelope for every error, calls, files of the web app, health and metrics. */
export async function makeHttpServer({
  services,
  handlers,
  outside = [],
  room = diskRoom,
  stallMs = 60_000,
  ...options
}: HttpOptions): Promise<FastifyInstance> {
  const webRoot = options.webRoot && existsSync(path.join(options.webRoot, 'index.html')) ? options.webRoot : null
  const { config, log } = services
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestIdHeader: false,
    // The proxy in front of us is believed; what its client wrote into the header before it is not.
    trustProxy: config.TRUST_PROXY ? (_address: string, hop: number) => hop < 1 : false,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 200 },
    connectionTimeout: stallMs,
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    frameworkErrors: (_error, _request, reply) => {
      void refuse(reply.headers(BARE_HEADERS) as unknown as FastifyReply, new AppError('BAD_INPUT'))
    },
    clientErrorHandler: answerNoRequest,
  }) as unknown as FastifyInstance

  // Calls take JSON; text would otherwise be read as if it were a body.
  app.removeContentTypeParser('text/plain')

  // As a plugin it would put the policy together anew for each answer.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: HSTS_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    // A window that may hand its token over has to be able to speak to the one it opened.
    crossOriginOpenerPolicy: { policy: config.TOKEN_MESSAGE_ORIGINS.length > 0 ? 'unsafe-none' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    protect(request.raw, reply.raw, () => done())
  })
  await app.register(compress, { global: true, threshold: 4096, encodings: ['gzip', 'deflate'] })
  await app.register(multipart, {
    attachFieldsToBody: false,
    limits: { files: 1, fields: 30, fieldSize: 65_536, parts: 40 },
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'dentin_call_seconds',
    help: 'Time from request to answer, by call',
    labelNames: ['call', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'dentin_pool_connections',
    help: 'Database connections by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const figures = services.database.poolFigures()
      this.set({ state: 'total' }, figures.total)
      this.set({ state: 'idle' }, figures.idle)
      this.set({ state: 'waiting' }, figures.waiting)
    },
  })

  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (request, reply) => {
    const behind = services.clock instanceof DemoClock ? behindCookie(services.clock, request.headers.cookie) : null
    if (behind) void reply.header('set-cookie', behind)
    // The pages say of themselves that they are open to everybody: they read this before they ask anything.
    if (config.DEMO_PUBLIC && String(reply.getHeader('content-type') ?? '').startsWith('text/html'))
      void reply.header('set-cookie', 'dentin_demo=public; Path=/; SameSite=Strict')
    // Otherwise a kept connection would hold up the stop until it times out.
    if (stopping) void reply.header('connection', 'close')
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (API_PREFIX.test(request.url)) void reply.header('cache-control', 'no-store')
  })
  answerStalled(app)
  app.addHook('onResponse', async (request, reply) => {
    const call = (request.routeOptions.config as { call?: string }).call
    if (!call) return
    duration.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    log.debug(
      { requestId: request.id, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'call',
    )
  })

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) =>
    answerError(error, request, reply, services),
  )
  const places = allCalls().map(({ call }) => ({
    method: call.method,
    pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  app.setNotFoundHandler((request, reply) => {
    const [address = ''] = request.url.split('?')
    const methods = [...new Set(places.filter(({ pattern }) => pattern.test(address)).map(({ method }) => method))]
    if (methods.length > 0 && !methods.some((each) => each === request.method))
      return refuse(reply.header('allow', methods.join(', ')), new AppError('METHOD_NOT_ALLOWED'))
    if (API_PREFIX.test(request.url) || request.method !== 'GET') {
      return refuse(reply, new AppError('NOT_FOUND', { message: '没有这个接口' }))
    }
    return webRoot
      ? reply.header('cache-control', 'no-cache').sendFile('index.html')
      : refuse(reply, new AppError('NOT_FOUND'))
  })

  bindCalls(app, services, handlers)
  for (const addRoutes of outside) addRoutes(app)

  const isFolderFull = () =>
    room(config.dataDir).then(isDiskFull, (error: unknown) => {
      log.warn({ err: error }, 'the room on the disk is not known')
      return false
    })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await services.database.readiness()
    const full = database === 'full' || (await isFolderFull())
    const [status, message] = full
      ? ['disk full', '磁盘已满，不能保存；请清理磁盘']
      : database === 'away'
        ? ['database not reachable', '数据库没有应答']
        : ['ready', '']
    return reply
      .code(status === 'ready' ? 200 : 503)
      .type('application/json; charset=utf-8')
      .send({ status, ...(message ? { message } : {}) })
  })
  app.get('/metrics', async (request, reply) => {
    // Figures of the machine are for its operator: only from the machine itself.
    if (!isFromThisMachine(request, config)) return refuse(reply, new AppError('FORBIDDEN'))
    return reply.type(registry.contentType).send(await registry.metrics())
  })

  if (webRoot) {
    await app.register(fastifyStatic, {
      root: webRoot,
      serve: false,
      preCompressed: true,
      // The list of chunks that the build leaves for our own checks is nobody else's business.
      dotfiles: 'ignore',
      cacheControl: false,
      setHeaders: (response, file) => {
        const value = /[\\/]assets[\\/]/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache'
        if ('header' in response) void response.header('cache-control', value)
      },
    })
    // The plugin's own route reads the whole folder at each request, to compare the spelling: here it is read once,
    // and again for a file that a newer build may have brought.
    const list = async () =>
      new Set((await fs.readdir(webRoot, { recursive: true })).map((file) => file.replaceAll(path.sep, '/')))
    let built = await list()
    app.get('/*', async (request, reply) => {
      const [address = ''] = request.url.split('?')
      const file = address === '/' ? 'index.html' : address.slice(1)
      if (!built.has(file) && path.extname(file) !== '') built = await list()
      if (!built.has(file) || file.split('/').some((part) => part.startsWith('.'))) return reply.callNotFound()
      return reply.sendFile(file)
    })
  }
  return app
}

function refuse(reply: FastifyReply, error: AppError): FastifyReply {
  // Whoever is turned away for now is told when to come again.
  if (error.http === 503) void reply.header('retry-after', RETRY_AFTER_S)
  return reply
    .code(error.http)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ code: error.code, data: error.data, message: error.message }))
}

/** Whoever stops sending in the middle of a request is told so before the line is cut. */
function answerStalled(app: FastifyInstance): void {
  const receiving = new Map<Socket, FastifyReply>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    receiving.set(socket, reply)
    request.raw.once('close', () => receiving.delete(socket))
  })
  app.server.on('timeout', (socket) => {
    const reply = receiving.get(socket)
    if (!reply || reply.raw.headersSent || reply.request.raw.complete) return socket.destroy()
    answerNoRequest(Object.assign(new Error('stalled'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  })
}

/** What cannot be read as a request at all (headers too large or too slow, no HTTP) is told so, and the line is cut. */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status =
    { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[
      error.code ?? ''
    ] ?? '400 Bad Request'
  const refusal = status.startsWith('408')
    ? new AppError('BAD_INPUT', { message: '没有收完提交的内容，请检查网络后重试' })
    : new AppError('BAD_INPUT')
  const body = JSON.stringify({ code: refusal.code, data: null, message: refusal.message })
  const headers = { ...BARE_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
}

/** Every error leaves in the envelope. What is not a refusal is logged with its request id and told as a fault. */
function answerError(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): FastifyReply {
  if (error instanceof AppError) return refuse(reply, error)
  const status = error.statusCode ?? 500
  if (status === 413) return refuse(reply, new AppError('TOO_LARGE'))
  if (status === 415) return refuse(reply, new AppError('UNSUPPORTED_TYPE'))
  if (status === 405) return refuse(reply, new AppError('METHOD_NOT_ALLOWED'))
  if (status >= 400 && status < 500) return refuse(reply, new AppError('BAD_INPUT'))
  if (saysDiskFull(error)) {
    services.log.error({ requestId: request.id, err: error }, 'the disk is full')
    return refuse(reply, new AppError('BUSY', { message: '服务器磁盘已满，暂时不能保存，请联系管理员' }))
  }
  if (isUnavailable(error) || isOverdue(error)) {
    services.log.warn({ requestId: request.id, err: error }, 'database not reachable or too slow')
    return refuse(reply, new AppError('BUSY'))
  }
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') {
    services.log.debug({ requestId: request.id }, 'the client left before the answer')
    return reply
  }
  services.log.error({ requestId: request.id, err: error }, 'unexpected error')
  return refuse(reply, new AppError('INTERNAL', { data: { requestId: request.id } }))
}
