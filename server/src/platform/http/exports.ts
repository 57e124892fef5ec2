import { allCalls } from '@dentin/contract'
import { exportUnits } from '@dentin/contract/core/call'
import type { Database, OpenedPerson, Person } from '../database/database.ts'
import type { HeldNote, TenantTx } from '../database/tx.ts'
import { AppError, fieldError } from '../errors.ts'
import type { FileAnswer, MadeFile, Rights } from '../files/made.ts'
import type { Export, ExportAsk, Exports, Services } from '../services.ts'
import { chosenClinics, clinicContext, isGranted, mustBeGranted, readerOf, resourcesOf } from './admission.ts'
import type { HandlerTree, LooseHandler } from './binder.ts'
import type { ApartContext } from './context.ts'
import { forTask } from './making.ts'

/** The person does not work in the clinic any more. */
export const GONE = new AppError('FORBIDDEN', { message: '您已不在这家门诊工作，或账号已停用' })

/**
 * The handlers of exports, called for somebody who does not wait for the answer: with the rights that the person has at that
 * moment, in a transaction that reads alone.
 */
export class ExportHandlers implements Exports {
  readonly #exports = new Map<string, Export & { handler: LooseHandler; read: ReturnType<typeof readerOf> }>()

  constructor(tree: HandlerTree) {
    for (const { name, call } of allCalls()) {
      const [domain = '', key = ''] = name.split('.')
      const handler = tree[domain]?.[key]
      if (call.exported && handler)
        this.#exports.set(call.path, { call, title: call.exported, handler, read: readerOf(call) })
    }
  }

  at(path: string): Export {
    return this.#at(path)
  }

  #at(path: string) {
    const found = this.#exports.get(path)
    if (!found) throw fieldError('BAD_INPUT', 'path', '没有这种导出')
    return found
  }

  unitOf(path: string): string {
    // A task may be older than the call that it names.
    return exportUnits[this.#exports.get(path)?.call.exportedAs ?? 'rows']
  }

  read({ path, input }: ExportAsk): Record<string, unknown> {
    const { call, read } = this.#at(path)
    const part = (of: object) => Object.fromEntries(Object.entries(input).filter(([name]) => name in of))
    const rest = Object.entries(input).filter(([name]) => !(name in call.params) && !(name in call.query))
    return read({ params: part(call.params), query: part(call.query), body: Object.fromEntries(rest) })
  }

  async make(
    services: Services,
    person: Person,
    ask: ExportAsk,
    { database, gone }: { database: Database; gone: AbortSignal },
  ): Promise<MadeFile> {
    const { call, handler } = this.#at(ask.path)
    const parsed = this.read(ask)
    const notes: HeldNote[] = []
    let rows: number | null = null
    const base = {
      services: { ...services, database },
      ip: person.ip ?? '',
      isLocal: false,
      userAgent: '',
      requestId: person.requestId ?? '',
      setCookie: () => {},
      making: forTask(services.config, (count) => (rows = count)),
    }
    /** A transaction of the person that reads alone; its notes join the others. */
    const reading = <T>(work: (tx: TenantTx, session: OpenedPerson) => Promise<T>): Promise<T> =>
      database.withPerson(
        person,
        { resources: resourcesOf(call), scope: call.scope, slow: gone },
        async (tx, session) => {
          if (!tx || !session) throw GONE
          mustBeGranted(call, session.granted)
          tx.holdNotes(notes)
          return work(tx, session)
        },
      )
    const isApart = 'apart' in call.allow && call.allow.apart === true
    const begun = await reading(async (tx, session) => {
      const chosen = await chosenClinics(tx, session)
      const context = clinicContext(call, base, tx, session, chosen)
      const file = isApart ? null : ((await handler(context, parsed)) as FileAnswer)
      return { context, file, rights: { granted: session.granted, chosen } }
    })
    const { tx: _ended, ...apart } = begun.context
    const file = begun.file ?? ((await handler({ ...apart, open: reading } as ApartContext, parsed)) as FileAnswer)
    return { file, rows, rights: begun.rights, notes }
  }

  async rightsOf(database: Database, person: Person, path: string): Promise<Rights | null> {
    const { call } = this.#at(path)
    return database.withPerson(person, { resources: resourcesOf(call), scope: call.scope }, async (tx, session) => {
      if (!tx || !session || !isGranted(call, session.granted)) return null
      return { granted: session.granted, chosen: await chosenClinics(tx, session) }
    })
  }
}

/** Does somebody who has these rights see at least what the others show? */
export function covers(now: Rights, then: Rights): boolean {
  const held = (resource: string) => now.granted[resource] ?? 0
  const asked = Object.entries(then.granted)
  const byChoice = asked.some(([resource, scope]) => scope === 4 && held(resource) === 4)
  return (
    asked.every(([resource, scope]) => held(resource) >= scope) &&
    (!byChoice || then.chosen.every((clinic) => now.chosen.includes(clinic)))
  )
}
