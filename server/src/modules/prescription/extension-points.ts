import type { Fen } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'

/** Drugs that are to be paid. */
export interface DrugsToPay {
  rxNo: string
  patientId: string
  recordId: string | null
  doctorId: string
  lines: readonly { name: string; unit: string; qty: number; price: Fen }[]
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    prescription?: {
      /** Makes the bill of drugs and sends it to the desk. @returns its id */
      charge?: (ctx: ClinicContext, drugs: DrugsToPay) => Promise<string>
      /** Takes a bill of drugs away from the desk. @throws AppError RX_PAID when money was taken or is being taken for it */
      uncharge?: (ctx: ClinicContext, billId: string, reason: string) => Promise<void>
    }
  }
}
