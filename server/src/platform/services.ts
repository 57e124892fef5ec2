import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { AnyCall } from '@dentin/contract'
import type { Database, Person } from './database/database.ts'
import type { EventHub } from './push/hub.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { MadeFile, Rights } from './files/made.ts'
import type { FileStore } from './files/store.ts'
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

/** A call whose file may be made as a task. */
export interface Export {
  call: AnyCall
  /** What it is called. */
  title: string
}

/** What an export is asked by: the address of its call, and what goes with it. */
export interface ExportAsk {
  path: string
  input: Readonly<Record<string, unknown>>
}

/** The handlers of exports, called for somebody who does not wait for the answer. */
export interface Exports {
  /** @throws AppError BAD_INPUT when no export has this path */
  at(path: string): Export
  /** What the export of a path is counted in: 行, 份. */
  unitOf(path: string): string
  /**
   * What an input says.
   * @throws AppError BAD_INPUT as the call itself
   */
  read(ask: ExportAsk): Record<string, unknown>
  /**
   * Runs the handler up to its first byte. What it has to say in the audit is given back, not written.
   * @param options.database whose connections it, and the reading of its bytes, take
   * @param options.gone ends the statement it is at
   * @throws AppError what the call refuses; GONE
   */
  make(
    services: Services,
    person: Person,
    ask: ExportAsk,
    options: { database: Database; gone: AbortSignal },
  ): Promise<MadeFile>
  /** The rights of a person for an export now; null: no longer there, or without the right to it. */
  rightsOf(database: Database, person: Person, path: string): Promise<Rights | null>
}
