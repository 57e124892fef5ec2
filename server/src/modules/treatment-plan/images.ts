import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { MOST_ON_PLAN } from '@dentin/contract/plan-image'
import { planStates } from '@dentin/contract/treatment-plan'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { hungPicture, picturesToHang } from '../picture/index.ts'
import { EDIT, mayWork, readable } from './access.ts'
import { planFor } from './standing.ts'

type Calls = typeof contract.planImage

const head = select(columns('treatment_plan', 't', 'clinic_id', 'doctor_id', 'consultant_id', 'status'))
const links = select(columns('plan_image', 'x', 'id', 'image_id'))

/** What hangs on a plan, for whoever may see pictures. */
async function imagesOfPlan(context: ClinicContext, { id }: { id: string }): Promise<HandlerOutput<Calls['ofPlan']>> {
  const { tx } = context
  const plan = await tx.need(head.from`treatment_plan t where ${tx.own('t')} and t.id = ${id} and ${readable(context)}`)
  const sees = context.can('/imageData:view')
  const list = sees
    ? await tx.rows(
        hungPicture.keptFrom`plan_image x join clinic_image i on ${tx.own('i')} and i.id = x.image_id and i.deleted_at is null
          join image_stage s on ${tx.own('s')} and s.id = i.image_stage_id
          where ${tx.own('x')} and x.plan_id = ${id} order by x.created_at, x.id`,
      )
    : []
  const may = sees && planStates.may('edit', plan.status) && (await mayWork(context, EDIT, plan))
  return { list, mayAttach: may, mayDetach: may }
}

/** Hangs pictures of the patient on a plan that nobody has answered. */
async function attach(
  context: ClinicContext,
  { planId, imageIds }: ParsedInput<Calls['attach']>,
): Promise<HandlerOutput<Calls['attach']>> {
  const { tx } = context
  const plan = await planFor(context, EDIT, 'edit', planId)
  const there = await linksOf(tx, planId)
  const fresh = await picturesToHang(context, plan.patientId, imageIds, {
    there,
    most: MOST_ON_PLAN,
    full: 'PLAN_IMAGES_FULL',
  })
  for (const imageId of fresh)
    await tx.insert(
      'plan_image',
      {
        id: uuidv7(),
        clinic_id: plan.clinicId,
        plan_id: planId,
        image_id: imageId,
        created_by: context.employeeId,
        created_name: context.actorName,
        created_at: tx.now,
        updated_at: tx.now,
      },
      { patientId: plan.patientId },
    )
  if (fresh.length > 0) tx.publish('treatmentPlan', planId)
  return { count: fresh.length }
}

const linksOf = (tx: TenantTx, planId: string) =>
  tx.rows(links.keptFrom`plan_image x where ${tx.own('x')} and x.plan_id = ${planId}`)

/** Takes a picture off a plan that nobody has answered. */
async function detach(context: ClinicContext, { planId, imageId }: ParsedInput<Calls['detach']>): Promise<null> {
  const { tx } = context
  const plan = await planFor(context, EDIT, 'edit', planId)
  const link = await tx.need(
    links.keptFrom`plan_image x where ${tx.own('x')} and x.plan_id = ${planId} and x.image_id = ${imageId}`,
  )
  await tx.remove('plan_image', { id: link.id }, { patientId: plan.patientId })
  tx.publish('treatmentPlan', planId)
  return null
}

/** Takes everything off a draft that goes. */
export async function takeAllOff(tx: TenantTx, plan: { id: string; patientId: string }): Promise<void> {
  for (const { id } of await linksOf(tx, plan.id)) await tx.remove('plan_image', { id }, { patientId: plan.patientId })
}

const held = select(columns('plan_image', 'x', 'image_id'), { by: sql<string>`'治疗计划 ' || min(t.plan_no)` })

/** Which pictures hang on a plan, and on which: they are not deleted. */
export const heldByPlans = (tx: TenantTx, imageIds: readonly string[]): Promise<{ imageId: string; by: string }[]> =>
  tx.rows(
    held.from`plan_image x join treatment_plan t on ${tx.own('t')} and t.id = x.plan_id
      where ${tx.own('x')} and x.image_id = any(${imageIds}::uuid[]) group by x.image_id`,
  )

export const planImageHandlers: Handlers<Calls> = { ofPlan: imagesOfPlan, attach, detach }
