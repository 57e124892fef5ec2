import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { Database } from '../platform/database/database.ts'
import { makeFileStore } from '../platform/files/store.ts'
import { ExportHandlers } from '../platform/http/exports.ts'
import { makeHttpServer, type HttpOptions } from '../platform/http/server.ts'
import { Jobs } from '../platform/jobs/jobs.ts'
import { EventHub } from '../platform/push/hub.ts'
import { eventStream } from '../platform/push/stream.ts'
import type { Services } from '../platform/services.ts'
import { makeSmsSender } from '../platform/sms/sms.ts'
import { defineMaintenance } from '../platform/jobs/maintenance.ts'
import { defineDiskWatch } from './disk-watch.ts'
import { product } from './modules.ts'

/** What nobody waits at has so many connections of each kind, and each of its statements so much time. */
const BACKGROUND_CONNECTIONS = 4
const BACKGROUND_PATIENCE_MS = 15 * 60_000

export interface Application {
  http: FastifyInstance
  services: Services
  /** Starts the timed work; the server answers without it. */
  startJobs(): Promise<void>
  /** Takes no new requests, finishes the running ones, then lets go of everything. */
  stop(): Promise<void>
}

/** Wires the product together over one database. Nothing listens yet. */
export async function makeApplication(options: {
  config: Config
  appUrl: string
  clock: Clock
  log: Logger
  webRoot?: string
  /** How often a live stream looks whether its session is still alive. */
  heartbeatMs?: number
  http?: Pick<HttpOptions, 'room' | 'stallMs'>
}): Promise<Application> {
  const { config, appUrl, clock, log } = options
  const database = new Database(appUrl, clock, {
    max: config.DATABASE_POOL,
    wiring: product,
    onError: (error) => log.warn({ err: error }, 'idle database connection lost'),
  })
  const background = new Database(appUrl, clock, {
    max: BACKGROUND_CONNECTIONS,
    wiring: product,
    patienceMs: BACKGROUND_PATIENCE_MS,
    onError: (error) => log.warn({ err: error }, 'idle background connection lost'),
  })
  const events = new EventHub(appUrl, log)
  const jobs = new Jobs({ url: appUrl, log, clock })
  const services: Services = {
    config,
    clock,
    log,
    database,
    background,
    exports: new ExportHandlers(product.handlers),
    events,
    jobs,
    files: makeFileStore(config),
    sms: makeSmsSender(config),
  }
  defineMaintenance(services)
  defineDiskWatch(services)
  product.defineJobs(services)
  const http = await makeHttpServer({
    services,
    handlers: product.handlers,
    ...(options.webRoot ? { webRoot: options.webRoot } : {}),
    ...options.http,
    outside: [
      (app) => eventStream(app, services, product.topics, options.heartbeatMs),
      (app) => product.addRoutes(app, services, { webRoot: options.webRoot, heartbeatMs: options.heartbeatMs }),
    ],
  })
  await events.start()
  return {
    http,
    services,
    startJobs: () => jobs.start(),
    async stop() {
      await http.close()
      await jobs.stop()
      await events.stop()
      await Promise.all([database.close(), background.close()])
    },
  }
}
