import type { AnyCall, Call, Fields, HandlerOutput, ParsedInput, ProviderRole, Resource } from '@dentin/contract'
import type { DataScope } from '@dentin/contract/areas/posts'
import type { z } from 'zod'
import type { Actor, ClinicId, EmployeeId, TenantId } from '../database/ids.ts'
import type { PlatformTx, TenantTx } from '../database/tx.ts'
import type { FileAnswer, Making } from '../files/made.ts'
import type { Services } from '../services.ts'

/** What every handler is given beside its input. */
interface BaseContext {
  now: Date
  ip: string
  /** Asked from the machine on which the server runs. */
  isLocal: boolean
  userAgent: string
  requestId: string
  services: Services
  /** For a call that answers with a file: how it is made. */
  making: Making
  /** Runs after the transaction has committed, e.g. to set a cookie. */
  setCookie(name: string, value: string | null, maxAgeSeconds?: number): void
}

/**
 * A call without a token. It opens its own transactions (`services.database.withPlatform`): slow work such as checking a
 * password must not hold a connection, and what it counts has to stay when it then refuses.
 */
export interface PublicContext extends BaseContext {
  actor: Actor
}

/** A signed-in person, perhaps without a clinic. */
export interface AccountContext extends BaseContext {
  tx: PlatformTx
  accountId: string
  sessionId: string
  /** The tenant transaction when the session has a clinic. */
  clinic: { tx: TenantTx; tenantId: TenantId; clinicId: ClinicId; employeeId: EmployeeId } | null
}

export type { DataScope }

/** A member of staff at work in a clinic. */
export interface ClinicContext extends BaseContext {
  tx: TenantTx
  accountId: string
  sessionId: string
  tenantId: TenantId
  clinicId: ClinicId
  employeeId: EmployeeId
  actorName: string
  /** Does one of this person's posts grant the resource? Only for resources the call names in `allow` or `also`. */
  can(resource: Resource): boolean
  /** The widest data scope with which the resource is granted; null when it is not. */
  scopeOf(resource: Resource): DataScope | null
  /** The clinics over which the grant reaches: null for the whole chain, else the own one and, with scope 4, the chosen. */
  clinicsOf(resource: Resource): readonly string[] | null
}

/** A member of staff in a clinic, in a call that waits for somebody outside: it opens its transactions itself. */
export type ApartContext = Omit<ClinicContext, 'tx'> & {
  /** A transaction of this person in this clinic. */
  open<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
}

/** Somebody of the provider's staff. The transaction knows no tenant; the module enters one where its work lies. */
export interface ProviderContext extends BaseContext {
  tx: PlatformTx
  /** The provider's account, not one of `account`. */
  providerId: string
  providerName: string
  role: ProviderRole
  sessionId: string
}

export type ContextOf<C> =
  C extends Call<Fields, Fields, Fields, z.ZodType, infer A>
    ? A extends { kind: 'public' }
      ? PublicContext
      : A extends { kind: 'account' }
        ? AccountContext
        : A extends { kind: 'provider' }
          ? ProviderContext
          : A extends { apart: true }
            ? ApartContext
            : ClinicContext
    : never

export type { FileAnswer }

/** A file that came in: already on disk under a temporary name, checked for size and true type. */
export interface UploadedFile {
  path: string
  name: string
  bytes: number
  mediaType: string
  /** Removes the temporary file; the binder calls it when the call has ended. */
  discard(): Promise<void>
}

type Answer<C> = C extends { answer: 'file' } ? FileAnswer : HandlerOutput<C>

/** The handler of one call. */
export type Handler<C> = (context: ContextOf<C>, input: ParsedInput<C> & { file?: UploadedFile }) => Promise<Answer<C>>

/** One handler for each call of a group: a missing or misspelt one does not compile. */
export type Handlers<G extends Record<string, AnyCall>> = { [K in keyof G]: Handler<G[K]> }
