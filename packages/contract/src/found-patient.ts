import { z } from 'zod'
import { moment } from './core/fields.ts'

/** Who a patient is, as every row says it. */
export const person = {
  id: z.string(),
  name: z.string(),
  gender: z.number(),
  birthDay: z.string().nullable(),
  medicalNumber: z.string(),
  /** Covered (138****2046) for whom the right to whole numbers does not reach this patient. */
  mobile: z.string().nullable(),
}

/** As much of a patient as a search shows. */
export const foundPatient = z.object({
  ...person,
  /** Null for whom it does not concern what a patient suffers from. */
  allergyFlag: z.number().nullable(),
  patientType: z.number(),
  status: z.number(),
  lastVisitAt: moment.nullable(),
  /** The merged file by whose name, number or phone this one was found. */
  mergedFrom: z.object({ id: z.string(), name: z.string(), medicalNumber: z.string() }).nullable(),
})
