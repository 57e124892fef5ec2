import type { ConsentContent } from '@dentin/contract/consent'
import type { Fen } from '@dentin/kit'
import type { Services } from '../../platform/services.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { signaturesOf } from './signatures.ts'

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

/** The open orthodontic case of a patient, as a consent takes it over. */
export interface OrthoCaseForConsent {
  id: string
  doctorId: string
  /** Teeth to be taken out, as stored text. */
  teeth: string
  /** What the examination came to, the plan in words, and its whole fee; '' there is none. */
  diagnosis: string
  plan: string
  fee: string
  /** The same for the same terms. */
  terms: string
}

/** Why a head of the clinic was asked in the patient's place, and what was answered. */
export interface Emergency {
  reason: string
  at: Date
  askedName: string
  askedAt: Date
  /** null: nobody has agreed. */
  approvedName: string | null
  approvedAt: Date | null
  /** Why the last head refused; '' nobody has. */
  refusedReason: string
}

/** A consent as its paper shows it. */
export interface ConsentToDraw {
  id: string
  clinicId: string
  consentNo: string
  clinicName: string
  patientName: string
  content: ConsentContent
  status: number
  emergency: Emergency | null
  signerRelation: string
  signerIdTail: string
  signatures: Awaited<ReturnType<typeof signaturesOf>>
  textHash: string | null
  pdfHash: string | null
  voidName: string
  voidReason: string
  voidTime: Date | null
}
/** Lays out the PDF of a consent that is being sealed, and keeps that it was issued. */
export type DrawSheet = (tx: TenantTx, services: Services, consent: ConsentToDraw) => Promise<Buffer>

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    consent?: {
      planForConsent?: (tx: TenantTx, planId: string) => Promise<PlanForConsent | undefined>
      /** @throws where nothing was chosen yet that could be signed */
      orthoCaseForConsent?: (
        tx: TenantTx,
        of: { patientId: string; clinicId: string },
      ) => Promise<OrthoCaseForConsent | undefined>
      drawSheet?: DrawSheet
      /** A patient has taken back that photographs may be shown. */
      photosWithdrawn?: (tx: TenantTx, services: Services, patientId: string) => Promise<void>
    }
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

/** The open orthodontic case of a patient in a clinic. @throws where nothing was chosen yet that could be signed */
export async function orthoCaseForConsent(
  tx: TenantTx,
  of: { patientId: string; clinicId: string },
): Promise<OrthoCaseForConsent | undefined> {
  for (const { orthoCaseForConsent: ask } of tx.parts('consent')) {
    const found = await ask?.(tx, of)
    if (found) return found
  }
  return undefined
}

/** Tells whoever shows photographs of a patient that they may not any more. */
export async function tellPhotosWithdrawn(tx: TenantTx, services: Services, patientId: string): Promise<void> {
  for (const { photosWithdrawn } of tx.parts('consent')) await photosWithdrawn?.(tx, services, patientId)
}
