import { planOutcomes, type PlanOutcome } from '@dentin/clinical/plan-marks'
import { z } from 'zod'
import { call, resource, type CallGroup, type Resource } from './core/call.ts'
import { amount, idOf, moment } from './core/fields.ts'

// What a desk and a record ask of plans: a file of its own, so that neither loads how plans are written.

export const planOutcomeIds = planOutcomes.map(({ id }) => id) as [PlanOutcome, ...PlanOutcome[]]
export const SEES_PATIENTS: readonly Resource[] = ['/allTimePatients:view']
export const viewPlans = resource('/treatmentPlan:view')

/** A line of a plan, with what became of it. */
export const planLine = z.object({
  id: z.string(),
  tariffId: z.string(),
  name: z.string(),
  unit: z.string(),
  teeth: z.string(),
  outcome: z.enum(planOutcomeIds).nullable(),
  qty: z.number(),
  phase: z.number(),
  price: amount,
  /** What the price list of the clinic says today; null: it is not offered any more. */
  listPrice: amount.nullable(),
  canDiscount: z.boolean(),
  originalAmount: amount,
  discountAmount: amount,
  amount,
  /** Minutes in the chair as the price list has them; null: it doesn't say. */
  minutes: z.number().nullable(),
  /** A number of `planLineStates`. */
  status: z.number(),
  cancelledReason: z.string(),
  /** The appointment, record and bill that name the line; null where there is none. */
  appointment: z.object({ id: z.string(), startTime: moment }).nullable(),
  record: z.object({ id: z.string(), visitTime: moment }).nullable(),
  bill: z.object({ id: z.string(), billNo: z.string(), paid: z.boolean() }).nullable(),
})

/** What of accepted plans is still open. */
export const openPlanLines = {
  openLines: call({
    method: 'GET',
    path: '/emr-api/treatment-plan/open-lines/{patientId}',
    doc: '一位患者已同意而还没做完、收完的条目：预约、写处置、开单时选用',
    spec: null,
    allow: viewPlans,
    also: SEES_PATIENTS,
    params: { patientId: idOf('患者') },
    output: z.array(
      z.object({
        planId: z.string(),
        planNo: z.string(),
        title: z.string(),
        phaseName: z.string(),
        /** The charged part of the quoted price. */
        discountPercent: z.number(),
        line: planLine,
      }),
    ),
  }),
} satisfies CallGroup
