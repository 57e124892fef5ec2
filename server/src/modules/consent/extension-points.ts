import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'

/** What a patient has accepted, as a consent takes it over. */
export interface PlanForConsent {
  clinicId: string
  patientId: string
  doctorId: string
  tariffIds: string[]
  /** The items by name, their teeth as stored text, and what they cost together. */
  items: string[]
  teeth: string
  amount: Fen
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    consent?: { planForConsent?: (tx: TenantTx, planId: string) => Promise<PlanForConsent | undefined> }
  }
}

/** An accepted plan with what was chosen of it; nothing for a plan that nobody has accepted. */
export async function planForConsent(tx: TenantTx, planId: string): Promise<PlanForConsent | undefined> {
  for (const { planForConsent: ask } of tx.parts('consent')) {
    const found = await ask?.(tx, planId)
    if (found) return found
  }
  return undefined
}
