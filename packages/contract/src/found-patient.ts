import { z } from 'zod'
import { moment } from './core/fields.ts'
import { shownOf } from './patient-fields/index.ts'

/** Who a patient is, as every row says it. */
export const person = {
  id: z.string(),
  ...shownOf('name', 'gender', 'birthDay', 'medicalNumber', 'mobile'),
}

/** As much of a patient as a search shows. */
export const foundPatient = z.object({
  ...person,
  /** Null for whom it does not concern what a patient suffers from. */
  ...shownOf('allergyFlag', 'patientType'),
  status: z.number(),
  lastVisitAt: moment.nullable(),
  /** The merged file by whose name, number or phone this one was found. */
  mergedFrom: z.object({ id: z.string(), name: z.string(), medicalNumber: z.string() }).nullable(),
})
