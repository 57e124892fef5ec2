import { formatTeeth, parseTeeth } from '@dentin/clinical'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { caseStates, faceKinds, maskStates, type CaseFrame } from '@dentin/contract/doctor-case'
import { sql, type RawBuilder } from 'kysely'
import { containing } from '../../platform/database/like.ts'
import { columns, counted, fenIf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { photosAllowed } from '../consent/index.ts'
import { patientInReach } from '../patient/index.ts'
import { EDIT, inLibrary, OPEN, OWN, PUBLISH, showable, within } from './access.ts'

type Calls = typeof contract.doctorCase
type Detail = HandlerOutput<Calls['detail']>

const said = (tx: TenantTx) =>
  select(
    columns('doctor_case', 'c', 'id', 'version', 'status', 'scope', 'author_name', 'published_at', 'updated_at'),
    columns('doctor_case', 'c', 'title', 'category_id', 'gender', 'age_group', 'chief_complaint', 'diagnosis', 'plan'),
    columns('doctor_case', 'c', 'content', 'teeth', 'tags', 'months', 'asked_scope'),
    named('clinic', 'n', { clinicName: 'name' }),
    {
      cost: fenIf(true, sql`c.cost`),
      viewCount: sql<number>`(select count(*)::int from doctor_case_shown x where ${tx.own('x')} and x.case_id = c.id)`,
    },
  )

/** The condition of one of the lists. */
function listed(context: ClinicContext, input: ParsedInput<Calls['list']>): RawBuilder<boolean> {
  const { tx, employeeId } = context
  const { scope, status, categoryId, ageGroup, keyword } = input
  const tooth = input.tooth === '' ? '' : formatTeeth(parseTeeth(input.tooth)).split(':')[0]
  const views = {
    library: inLibrary(context),
    own: context.can(OWN) ? sql<boolean>`c.author_id = ${employeeId}` : sql<boolean>`false`,
    asked: sql<boolean>`(c.asked_scope is not null and ${within(context, OPEN)})`,
  }
  const asked = [
    views[input.view],
    ...(scope === null ? [] : [sql<boolean>`c.scope = ${scope}`]),
    ...(status === null ? [] : [sql<boolean>`c.status = ${status}`]),
    ...(categoryId === null ? [] : [sql<boolean>`c.category_id = ${categoryId}`]),
    ...(ageGroup === null ? [] : [sql<boolean>`c.age_group = ${ageGroup}`]),
    ...(tooth ? [sql<boolean>`c.teeth ~ ${`(^|;)${tooth}(:|;|$)`}`] : []),
    ...(keyword === ''
      ? []
      : [
          sql<boolean>`concat_ws(' ', c.title, c.diagnosis, c.chief_complaint, c.plan, c.content, array_to_string(c.tags, ' '), c.author_name)
            ilike ${containing(keyword)}`,
        ]),
  ]
  return sql<boolean>`${tx.own('c')} and c.deleted_at is null and ${sql.join(asked, sql` and `)}`
}

const pictured = select(
  columns('doctor_case_image', 'm', 'id', 'case_id', 'image_id', 'stage', 'mask', 'version'),
  columns('clinic_image', 'i', 'type'),
  named('clinic_image', 'i', { imageVersion: 'version' }),
  {
    frames: sql<CaseFrame[]>`m.frames`,
    width: sql<number>`case when i.rotate in (90, 270) then i.height else i.width end`,
    height: sql<number>`case when i.rotate in (90, 270) then i.width else i.height end`,
  },
)
const picturesOf = (tx: TenantTx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.rows(
        pictured.keptFrom`doctor_case_image m join clinic_image i on ${tx.own('i')} and i.id = m.image_id
          where ${tx.own('m')} and m.case_id = any(${ids}::uuid[]) order by m.stage, m.sort_no, m.id`,
      )
const outward = ({ id, stage, type, mask, version, width, height }: RowIn<typeof pictured>) => ({
  id,
  stage,
  type,
  mask,
  version,
  width,
  height,
})

/** The pictures on the card of a case: one before and one after of the same kind, of the mouth rather than of a face; else the first. */
function coverOf(pictures: readonly RowIn<typeof pictured>[]): RowIn<typeof pictured>[] {
  const seen = pictures
    .filter(({ mask }) => mask !== maskStates.open)
    .toSorted((a, b) => Number(faceKinds.includes(a.type)) - Number(faceKinds.includes(b.type)))
  for (const before of seen.filter(({ stage }) => stage === 1)) {
    const after = seen.findLast(({ stage, type }) => stage === 3 && type === before.type)
    if (after) return [before, after]
  }
  return seen.slice(0, 1)
}

/** Cases of the library, one's own, or those that wait to be approved. */
export async function listCases(
  context: ClinicContext,
  input: ParsedInput<Calls['list']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  const { pageNum, pageSize } = input
  const where = listed(context, input)
  const from = sql`doctor_case c join clinic n on ${tx.own('n')} and n.id = c.clinic_id where ${where}`
  const order = input.view === 'library' ? sql`c.published_at desc` : sql`c.updated_at desc`
  const [rows, { total }] = await Promise.all([
    tx.rows(said(tx).from`${from} order by ${order}, c.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`),
    tx.need(counted.from`${from}`),
  ])
  const pictures = await picturesOf(
    tx,
    rows.map(({ id }) => id),
  )
  const list = rows.map((row) => ({
    ...row,
    cover: coverOf(pictures.filter(({ caseId }) => caseId === row.id)).map(outward),
  }))
  return { list, totalCount: total, pageNum, pageSize }
}

const whole = (context: ClinicContext) =>
  select(columns('doctor_case', 'c', 'patient_id', 'record_id', 'decision_note', 'down_reason'), {
    showable: showable(context.tx),
    inLibrary: inLibrary(context),
    sees: within(context, OWN),
    edits: within(context, EDIT),
    publishes: within(context, PUBLISH),
    opens: within(context, OPEN),
    here: sql<boolean>`c.clinic_id = ${context.clinicId}`,
  })
const names = select(named('patient', 'p', { patientName: 'name' }))

/** One case: as the library shows it, and for whoever writes or publishes it what stands behind. */
export async function caseDetail(context: ClinicContext, { id }: { id: string }): Promise<Detail> {
  const { tx } = context
  const inside = [OWN, EDIT, PUBLISH, OPEN].map((each) => within(context, each))
  const from = sql`doctor_case c join clinic n on ${tx.own('n')} and n.id = c.clinic_id
    where ${tx.own('c')} and c.id = ${id} and c.deleted_at is null and (${inLibrary(context)} or ${sql.join(inside, sql` or `)})`
  const [{ askedScope, ...row }, more, pictures] = await Promise.all([
    tx.need(said(tx).from`${from}`),
    tx.need(whole(context).from`${from}`),
    picturesOf(tx, [id]),
  ])
  const isInside = more.sees || more.edits || more.publishes || more.opens
  return {
    ...row,
    pictures: pictures.filter(({ mask }) => isInside || mask !== maskStates.open).map(outward),
    showable: more.showable,
    mine: isInside ? await insideOf(context, { ...row, ...more, askedScope }, pictures) : null,
  }
}

async function insideOf(
  context: ClinicContext,
  row: RowIn<ReturnType<typeof whole>> & { status: number; askedScope: number | null },
  pictures: readonly RowIn<typeof pictured>[],
): Promise<NonNullable<Detail['mine']>> {
  const { tx } = context
  const { patientId } = row
  // A head office approves without knowing who it was.
  const known = patientId !== null && (await patientInReach(context, patientId)) !== undefined
  const patient = known
    ? await tx.row(names.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`)
    : undefined
  // Whoever does not know the patient would lose the pictures by saving.
  const editable = row.edits && row.here && (patientId === null || known)
  return {
    patientId: known ? patientId : null,
    patientName: patient?.patientName ?? '',
    recordId: known ? row.recordId : null,
    photosAllowed: patientId !== null && (await photosAllowed(tx, patientId)),
    askedScope: row.askedScope,
    decisionNote: row.decisionNote,
    downReason: row.downReason,
    sources:
      editable && known
        ? pictures.map(({ id, imageId, imageVersion, frames }) => ({ id, imageId, imageVersion, frames }))
        : [],
    can: {
      edit: editable,
      publish: row.publishes && row.here,
      open: row.opens,
      remove: editable && caseStates.may('remove', row.status),
    },
  }
}
