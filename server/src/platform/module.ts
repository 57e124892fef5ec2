import type { contract, Resource } from '@dentin/contract'
import type { Topic } from '@dentin/contract/core/topics'
import type { FastifyInstance } from 'fastify'
import type { DB } from './database/builder.ts'
import type { Handlers } from './http/context.ts'
import type { HandlerTree } from './http/binder.ts'
import type { TopicGrants } from './push/stream.ts'
import type { Services } from './services.ts'
import type { ModuleParts, Parts, Refusal, Refusals, Tally, Wiring } from './wiring.ts'

type Contract = typeof contract
/** A table of the database. */
export type Table = keyof DB & string
/** Who writes and reads which tables: the platform, then the modules from left to right. */
export type House = readonly Pick<Module<never>, 'name' | 'owns' | 'reads'>[]
/** A group of calls of the contract. */
export type Domain = keyof Contract

/** What routes outside of the envelope are made with. */
export interface RouteOptions {
  /** Folder of the built web app. */
  webRoot?: string
  /** How often a live stream says that it is alive. */
  heartbeatMs?: number
}

/** Whose posts grant one of these, or everybody in the clinic. */
type Hearers = readonly Resource[] | 'everybody'

/** Everything that a module is to the rest of the house, beside the functions that its index.ts lends. */
export interface Module<D extends Domain, T extends Topic = never> extends Partial<ModuleParts> {
  /** As its folder is called. */
  name: string
  /** The tables it writes, and nobody else. */
  owns: readonly Table[]
  /** The tables of modules to its left that its own statements read, beside what these lend it. */
  reads?: readonly Table[]
  /** The groups of calls it answers, every call of them. */
  handlers: Readonly<{ [K in D]: Handlers<Contract[K]> }>
  /** Timed and queued work. */
  jobs?: (services: Services) => void
  /** Who hears of what it tells the screens. */
  topics?: Readonly<Record<T, Hearers>>
  /** The refusals that its constraints stand for; a function where they follow from what other modules say. */
  constraints?: Refusals | ((others: Parts) => Refusals)
  /** What its actions in the audit did to a row that somebody else had open, in words. */
  overtakings?: Readonly<Record<string, string>>
  /** What is kept beside its tables whenever they change. */
  tallies?: Readonly<Record<string, Tally>>
  /** Routes that do not answer with the envelope. */
  routes?: (app: FastifyInstance, services: Services, options: RouteOptions) => void
}

/** Says what a module is. */
export function module<const D extends Domain, const T extends Topic = never>(one: Module<D, T>): Module<D, T> {
  return one
}

/** What the platform itself keeps, and what it reads of modules. */
const platform: House[number] = {
  name: 'platform',
  owns: [
    'audit',
    'demo_clock',
    'document_counter',
    'event',
    'file_object',
    'idempotency',
    'picture',
    'provider_request',
    'readiness',
    'status_log',
  ],
}

/** A module in the list, whatever it answers. */
type Listed = Omit<Module<never>, 'handlers' | 'topics'> & {
  handlers: Readonly<HandlerTree>
  topics?: Readonly<Partial<Record<Topic, Hearers>>>
}
type Answered<M> = M extends { handlers: infer H } ? keyof H : never
type Told<M> = M extends { topics?: infer T } ? keyof T : never
type Unanswered<L extends readonly Listed[]> = Exclude<Domain, Answered<L[number]>> | Exclude<Topic, Told<L[number]>>
/** A list that leaves no call of the contract without a handler, and no topic of which nobody says who hears it. */
type Complete<L extends readonly Listed[]> = [Unanswered<L>] extends [never] ? L : { nobodyAnswers: Unanswered<L> }

/** The whole product, put together. */
export interface Product extends Wiring {
  readonly house: House
  readonly handlers: HandlerTree
  readonly topics: TopicGrants
  defineJobs(services: Services): void
  addRoutes(app: FastifyInstance, services: Services, options: RouteOptions): void
}

/**
 * Puts the modules together. A group of calls that nobody answers does not compile.
 * @param list from left to right: each may know those before it
 * @throws when two modules answer for the same
 */
export function putTogether<const L extends readonly Listed[]>(list: L & Complete<L>): Product {
  const modules: readonly Listed[] = list
  const owners: Record<string, string> = Object.fromEntries(platform.owns.map((table) => [table, platform.name]))
  const handlers: HandlerTree = {}
  const topics: TopicGrants = {}
  const refusals: Record<string, Refusal> = {}
  const overtakings: Record<string, string> = {}
  const tallies: Record<string, Tally> = {}
  const others: Parts = {
    parts: (name) => modules.map((one) => one[name]).filter((part) => part !== undefined),
  }
  for (const one of modules) {
    add(one, 'table', owners, Object.fromEntries(one.owns.map((table) => [table, one.name])))
    add(one, 'handlers', handlers, one.handlers)
    add(one, 'topic', topics, one.topics ?? {})
    add(
      one,
      'constraint',
      refusals,
      typeof one.constraints === 'function' ? one.constraints(others) : (one.constraints ?? {}),
    )
    add(one, 'overtaking', overtakings, one.overtakings ?? {})
    add(one, 'tally', tallies, one.tallies ?? {})
  }
  return {
    ...others,
    house: [platform, ...modules],
    handlers,
    topics,
    refusals,
    overtakings,
    tallies,
    defineJobs: (services) => {
      for (const one of modules) one.jobs?.(services)
    },
    addRoutes: (app, services, options) => {
      for (const one of modules) one.routes?.(app, services, options)
    },
  }
}

/** Takes in what a module says; nobody else may have said it. */
function add<V>(
  { name }: { name: string },
  kind: string,
  all: Record<string, V>,
  more: Readonly<Record<string, V>>,
): void {
  for (const [key, value] of Object.entries(more)) {
    if (key in all) throw new Error(`${name}: another module has this ${kind} already: ${key}`)
    all[key] = value
  }
}
