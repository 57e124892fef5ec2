import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { EventHub } from './push/hub.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { FileStore } from './files/store.ts'
import type { SmsSender } from './sms/port.ts'

/** What the platform offers to handlers and jobs. Made once in the composition root. */
export interface Services {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  events: EventHub
  jobs: Jobs
  files: FileStore
  sms: SmsSender
}
