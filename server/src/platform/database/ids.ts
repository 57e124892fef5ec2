/** The company whose rows a transaction may touch. Minted where the session is opened and in `withTenant`, nowhere else. */
export type TenantId = string & { readonly __tenant: unique symbol }
/** The clinic a session works in. Minted with the tenant. */
export type ClinicId = string & { readonly __clinic: unique symbol }
export type EmployeeId = string & { readonly __employee: unique symbol }

/** Who does something: written into every audit row. */
export interface Actor {
  sessionId: string | null
  accountId: string | null
  employeeId: EmployeeId | null
  name: string
  ip: string | null
  requestId: string | null
}

export const systemActor: Actor = {
  sessionId: null,
  accountId: null,
  employeeId: null,
  name: '系统',
  ip: null,
  requestId: null,
}
