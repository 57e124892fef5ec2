import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { EventHub } from './push/hub.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { FileStore } from './files/store.ts'
import type { Exports } from './http/exports.ts'
import type { SmsSender } from './sms/port.ts'

/** What the platform offers to handlers and jobs. Made once in the composition root. */
export interface Services {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  /** Connections of its own for work nobody waits at, with much more time. */
  background: Database
  exports: Exports
  events: EventHub
  jobs: Jobs
  files: FileStore
  sms: SmsSender
}
