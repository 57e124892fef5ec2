import type { ConsentContent } from '@dentin/contract/consent'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import type { signaturesOf } from './queries.ts'

/** A consent as its paper shows it. */
export interface ConsentToDraw {
  id: string
  clinicId: string
  consentNo: string
  clinicName: string
  patientName: string
  content: ConsentContent
  status: number
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
    consent?: { drawSheet?: DrawSheet }
  }
}
