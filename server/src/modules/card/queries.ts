import { cardStates } from '@dentin/contract/card'
import { today, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { amounts, columns, counted, fenIf, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'

/** In what state a card is today: one in use whose last day has gone has run out. */
export const stateNow = (tx: TenantTx, alias: string): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(`${alias}.status`)} = ${cardStates.code.inUse} and ${sql.ref(`${alias}.expire_date`)} < ${today(tx.now)}::date
    then ${cardStates.code.runOut} else ${sql.ref(`${alias}.status`)} end`

const ofCard = columns(
  'member_card',
  'c',
  'id',
  'card_no',
  'patient_id',
  'type_id',
  'type_name',
  'kind',
  'rules',
  'open_clinic_id',
  'opened_at',
  'expire_date',
  'sales_name',
  'times_sold',
  'main_card_id',
  'remark',
  'points',
  'times_left',
  'version',
)
const held = amounts('member_card', 'c', 'sale_amount', 'day_limit', 'principal_amount', 'bonus_amount', 'times_amount')
const cards = (tx: TenantTx) =>
  select(ofCard, held, { status: stateNow(tx, 'c') }, named('clinic', 'k', { openClinicName: 'name' }), {
    patientName: sql<string>`p.name`,
    mobile: sql<string | null>`p.mobile`,
    hasPassword: sql<boolean>`exists (select 1 from card_password w where ${tx.own('w')} and w.card_id = c.id)`,
  })
const cardsWith = (tx: TenantTx, rest: RawBuilder<unknown>) =>
  sql`member_card c join clinic k on ${tx.own('k')} and k.id = c.open_clinic_id
    join patient p on ${tx.own('p')} and p.id = c.patient_id where ${tx.own('c')} and ${rest}`

/** A card with what it holds. */
export type CardRow = RowIn<ReturnType<typeof cards>>

export async function findCard(tx: TenantTx, id: string): Promise<CardRow> {
  return tx.need(cards(tx).keptFrom`${cardsWith(tx, sql`c.id = ${id}`)}`)
}

/** Cards by their ids. */
export async function findCards(tx: TenantTx, ids: readonly string[]): Promise<Map<string, CardRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(cards(tx).keptFrom`${cardsWith(tx, sql`c.id = any(${ids}::uuid[]) order by c.id`)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Cards, locked in the order of their ids. */
export async function lockCards(tx: TenantTx, ids: readonly string[]): Promise<Map<string, CardRow>> {
  const rows = await tx.rows(
    cards(tx).keptFrom`${cardsWith(tx, sql`c.id = any(${ids}::uuid[]) order by c.id for no key update of c`)}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const cardIds = select(columns('member_card', 'c', 'id'))

/** Locks all cards of a patient, in the order in which payments lock them. @returns them, as `cardsOfPatient` orders them */
export async function lockOwnCards(tx: TenantTx, patientId: string): Promise<CardRow[]> {
  const own = await cardsOfPatient(tx, patientId)
  if (own.length === 0) return []
  const locked = await lockCards(
    tx,
    own.map(({ id }) => id),
  )
  return own.flatMap(({ id }) => locked.get(id) ?? [])
}

/** What decides over what cards give on a bill, beside what they hold: equal texts, equal prices. */
export const standingOf = (cards: readonly CardRow[]): string =>
  JSON.stringify(
    [...cards]
      .sort((x, y) => (x.id < y.id ? -1 : 1))
      .map(({ id, status, mainCardId, rules, expireDate }) => [id, status, mainCardId, rules, expireDate]),
  )

/**
 * Locks every card to which something of a bill may go back, with all cards of its patient: at once and before anything is booked,
 * since entries that are taken back one by one would lock them in another order than payments do.
 */
export async function lockCardsOfBill(tx: TenantTx, bill: { id: string; patientId: string }): Promise<void> {
  const rows = await tx.rows(
    cardIds.keptFrom`member_card c where ${tx.own('c')} and c.id in (
      select o.id from member_card o where ${tx.own('o')} and o.patient_id = ${bill.patientId}
      union select p.card_id from ledger_posting p where ${tx.own('p')} and p.bill_id = ${bill.id} and p.card_id is not null
      union select u.card_id from card_right_use u where ${tx.own('u')} and u.bill_id = ${bill.id})`,
  )
  await lockEach(tx, rows)
}

async function lockEach(tx: TenantTx, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length > 0)
    await lockCards(
      tx,
      rows.map(({ id }) => id),
    )
}

/** Has another card of the company this number? */
export async function isCardNoTaken(tx: TenantTx, cardNo: string): Promise<boolean> {
  return (await tx.row(cardIds.keptFrom`member_card c where ${tx.own('c')} and c.card_no = ${cardNo}`)) !== undefined
}

/** A patient's own cards, those in use first; the family's, which pay from somebody else's, are among them. */
export async function cardsOfPatient(tx: TenantTx, patientId: string): Promise<CardRow[]> {
  return tx.rows(
    cards(tx)
      .keptFrom`${cardsWith(tx, sql`c.patient_id = ${patientId} order by c.status in ${codes(cardStates, 'closed')}, c.kind, c.opened_at, c.id limit 100`)}`,
  )
}

const subCards = (tx: TenantTx) =>
  select(
    columns('member_card', 'c', 'id', 'card_no', 'patient_id', 'main_card_id', 'version'),
    amounts('member_card', 'c', 'day_limit'),
    {
      status: stateNow(tx, 'c'),
    },
    named('patient', 'p', { patientName: 'name', gender: 'gender', birthDay: 'birth_day' }),
  )

/** The cards of the family that pay from these. */
export async function subCardsOf(tx: TenantTx, ids: readonly string[]) {
  return tx.rows(
    subCards(tx).keptFrom`member_card c join patient p on ${tx.own('p')} and p.id = c.patient_id
      where ${tx.own('c')} and c.main_card_id = any(${ids}::uuid[]) and c.status not in ${codes(cardStates, 'closed')} order by c.opened_at, c.id`,
  )
}

const logged = select({
  principal: fenOf(sql`coalesce(sum(l.principal_delta), 0)`),
  bonus: fenOf(sql`coalesce(sum(l.bonus_delta), 0)`),
  points: sql<number>`coalesce(sum(l.points_delta), 0)::int`,
  times: sql<number>`coalesce(sum(l.times_delta), 0)::int`,
})

/** What the movements of a card come to. */
export async function loggedOf(tx: TenantTx, cardId: string): Promise<RowIn<typeof logged>> {
  return tx.need(logged.keptFrom`card_log l where ${tx.own('l')} and l.card_id = ${cardId}`)
}

const newest = select(
  columns('card_log', 'l', 'id', 'type', 'seq', 'log_no', 'card_id', 'reverses_id', 'created_at', 'entry_id'),
  { isByGateway: sql<boolean>`jsonb_path_exists(l.ways, '$[*].gatewayTradeId')` },
)

/** The newest movement of a card. */
export async function newestOf(tx: TenantTx, cardId: string): Promise<RowIn<typeof newest> | undefined> {
  return tx.row(newest.keptFrom`card_log l where ${tx.own('l')} and l.card_id = ${cardId} order by l.seq desc limit 1`)
}

const paper = (tx: TenantTx) => {
  const day = today(tx.now)
  return select(columns('ledger_entry', 'e', 'document_id'), { sameDay: sql<boolean>`e.business_date = ${day}::date` })
}

/** What an entry of the ledger is about, and whether it is of today. */
export async function paperOfEntry(tx: TenantTx, id: string) {
  return tx.need(paper(tx).keptFrom`ledger_entry e where ${tx.own('e')} and e.id = ${id}`)
}

/** One movement. */
export async function movementOf(tx: TenantTx, id: string): Promise<RowIn<typeof newest>> {
  return tx.need(newest.keptFrom`card_log l where ${tx.own('l')} and l.id = ${id}`)
}

const closedIds = select(columns('member_card', 'c', 'id'))

/** Of some cards those that were closed. */
export async function closedAmong(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.rows(
    closedIds.keptFrom`member_card c where ${tx.own('c')} and c.id = any(${ids}::uuid[]) and c.status in ${codes(cardStates, 'closed')}`,
  )
  return new Set(rows.map(({ id }) => id))
}

const earned = select({
  recharged: fenOf(sql`coalesce(sum(l.principal_delta) filter (where l.type in (1, 2)), 0)`),
  used: fenOf(sql`coalesce(-sum(l.principal_delta + l.bonus_delta) filter (where l.type in (3, 4)), 0)`),
})

/** What was recharged on a card in all, and what was paid with it. */
export async function earnedOf(tx: TenantTx, cardId: string): Promise<RowIn<typeof earned>> {
  return tx.need(earned.keptFrom`card_log l where ${tx.own('l')} and l.card_id = ${cardId}`)
}

const disagreeing = select(
  columns('member_card', 'c', 'id', 'card_no', 'patient_id', 'type_name', 'kind', 'points', 'times_left'),
  amounts('member_card', 'c', 'principal_amount', 'bonus_amount'),
  named('clinic', 'k', { openClinicName: 'name' }),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
  {
    loggedPrincipal: fenOf(sql`coalesce(m.principal, 0)`),
    loggedBonus: fenOf(sql`coalesce(m.bonus, 0)`),
    loggedPoints: sql<number>`coalesce(m.points, 0)::int`,
    loggedTimes: sql<number>`coalesce(m.times, 0)::int`,
    lastMovedAt: sql<Date | null>`m.last_moved_at`,
  },
)

/** Cards whose movements do not come to what they hold, the newest movement first. */
export async function disagreeingCards(
  tx: TenantTx,
  reach: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
) {
  const found = sql`member_card c
    join clinic k on ${tx.own('k')} and k.id = c.open_clinic_id
    join patient p on ${tx.own('p')} and p.id = c.patient_id
    left join (select l.card_id, sum(l.principal_delta) as principal, sum(l.bonus_delta) as bonus, sum(l.points_delta) as points,
        sum(l.times_delta) as times, sum(l.times_amount_delta) as times_amount, max(l.created_at) as last_moved_at
      from card_log l where ${tx.own('l')} group by l.card_id) m on m.card_id = c.id
    where ${tx.own('c')} and ${reach}
      and (c.principal_amount, c.bonus_amount, c.points, c.times_left, c.times_amount) is distinct from
        (coalesce(m.principal, 0), coalesce(m.bonus, 0), coalesce(m.points, 0)::int, coalesce(m.times, 0)::int, coalesce(m.times_amount, 0))`
  const [list, { total }] = await Promise.all([
    tx.rows(disagreeing.from`${found} order by m.last_moved_at desc nulls last, c.id limit ${limit} offset ${offset}`),
    tx.need(counted.from`${found}`),
  ])
  return { list, total }
}

const clinicName = select(columns('clinic', 'k', 'id', 'name'))

/** The clinics of the company. */
export async function clinicsOf(tx: TenantTx): Promise<RowIn<typeof clinicName>[]> {
  return tx.rows(clinicName.keptFrom`clinic k where ${tx.own('k')} order by k.name, k.id`)
}

const typeName = select(columns('card_type', 't', 'id', 'name'))

/** A type that is still sold. */
export async function typeOnSale(tx: TenantTx, id: string): Promise<RowIn<typeof typeName> | undefined> {
  return tx.row(typeName.keptFrom`card_type t where ${tx.own('t')} and t.id = ${id} and t.enabled`)
}

/** Cards whose bonus has run out: so many days after the last recharge. */
export async function cardsToLapse(tx: TenantTx, limit: number): Promise<CardRow[]> {
  const day = today(tx.now)
  return tx.rows(
    cards(tx).from`${cardsWith(
      tx,
      sql`c.bonus_amount > 0 and (c.rules ->> 'bonusDays') is not null and c.status not in ${codes(cardStates, 'closed')}
        and (select max(l.created_at at time zone 'Asia/Shanghai')::date from card_log l
          where ${tx.own('l')} and l.card_id = c.id and l.type in (1, 2) and l.reverses_id is null
            and not exists (select 1 from card_log r where ${tx.own('r')} and r.card_id = l.card_id and r.reverses_id = l.id))
          + (c.rules ->> 'bonusDays')::int < ${day}::date
        order by c.id limit ${limit} for no key update of c`,
    )}`,
  )
}

const told = select(
  columns('card_log', 'l', 'id', 'type', 'reverses_id', 'sub_card_id', 'moved_clinic_id', 'times_delta', 'times_after'),
  amounts('card_log', 'l', 'principal_delta', 'bonus_delta', 'times_amount_delta', 'principal_after', 'bonus_after'),
  columns('member_card', 'c', 'patient_id', 'type_name', 'kind'),
  amounts('member_card', 'c', 'times_amount'),
)
/** A movement of a card with whom it is told. */
export type ToldRow = RowIn<typeof told>

/** Movements with the owners of their cards. */
export async function toldOf(tx: TenantTx, logIds: readonly string[]): Promise<ToldRow[]> {
  return tx.rows(
    told.keptFrom`card_log l join member_card c on ${tx.own('c')} and c.id = l.card_id
      where ${tx.own('l')} and l.id = any(${logIds}::uuid[]) order by l.id`,
  )
}

/** Cards of a clinic that are in use and whose last day lies in a span of days; the family's run out with their main card. */
export async function cardsEnding(tx: TenantTx, clinicId: string, from: LocalDate, to: LocalDate): Promise<CardRow[]> {
  return tx.rows(
    cards(tx).keptFrom`${cardsWith(
      tx,
      sql`c.open_clinic_id = ${clinicId} and c.main_card_id is null and c.status = ${cardStates.code.inUse}
        and c.expire_date between ${from}::date and ${to}::date order by c.id`,
    )}`,
  )
}

const spent = select({
  amount: fenOf(sql`coalesce(-sum(l.principal_delta + l.bonus_delta + l.times_amount_delta), 0)`),
})

/** What a card of the family has taken from the main card today. */
export async function spentToday(tx: TenantTx, subCardId: string): Promise<Fen> {
  const day = today(tx.now)
  const { amount } = await tx.need(
    spent.keptFrom`card_log l where ${tx.own('l')} and l.sub_card_id = ${subCardId}
      and (l.created_at at time zone 'Asia/Shanghai')::date = ${day}::date`,
  )
  return amount
}

interface ExcludedRow {
  id: string
}

/** Which of these price-list items lie in these categories, or below them. */
export async function tariffsIn(
  tx: TenantTx,
  categoryIds: readonly string[],
  tariffIds: readonly string[],
): Promise<Set<string>> {
  if (categoryIds.length === 0 || tariffIds.length === 0) return new Set()
  const found = select(columns('tariff', 't', 'id'))
  const rows: ExcludedRow[] = await tx.rows(
    found.keptFrom`tariff t join tariff_category g on ${tx.own('g')} and g.id = t.category_id
      where ${tx.own('t')} and t.id = any(${tariffIds}::uuid[])
        and (g.id = any(${categoryIds}::uuid[]) or g.parent_id = any(${categoryIds}::uuid[]))`,
  )
  return new Set(rows.map(({ id }) => id))
}

const categoryNames = select(columns('tariff_category', 'g', 'id', 'name'))

/** Categories by their ids. */
export async function categoriesByIds(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(
    categoryNames.keptFrom`tariff_category g where ${tx.own('g')} and g.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of categories and of those below them. */
export async function namesUnder(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows(
    categoryNames.keptFrom`tariff_category g where ${tx.own('g')} and (g.id = any(${ids}::uuid[]) or g.parent_id = any(${ids}::uuid[]))`,
  )
  return rows.map(({ name }) => name)
}

const tariffNames = select(columns('tariff', 't', 'id', 'name'))
export async function tariffNamesByIds(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(tariffNames.keptFrom`tariff t where ${tx.own('t')} and t.id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const changes = select(
  columns('card_change', 'x', 'id', 'what', 'before_text', 'after_text', 'reason', 'operator_name', 'created_at'),
  amounts('card_change', 'x', 'price_diff'),
)

/** What became of a card beside its balance, the newest first. */
export async function changesOf(tx: TenantTx, cardId: string): Promise<RowIn<typeof changes>[]> {
  return tx.rows(
    changes.keptFrom`card_change x where ${tx.own('x')} and x.card_id = ${cardId} order by x.created_at desc, x.id desc limit 200`,
  )
}

const KINDS = {
  all: sql`true`,
  money: sql`(l.principal_delta <> 0 or l.bonus_delta <> 0)`,
  times: sql`l.times_delta <> 0`,
  points: sql`l.points_delta <> 0`,
} as const
export type MovementKind = keyof typeof KINDS

const movements = (tx: TenantTx) =>
  select(
    columns(
      'card_log',
      'l',
      'id',
      'log_no',
      'card_id',
      'type',
      'created_at',
      'biz_no',
      'bill_id',
      'points_delta',
      'times_delta',
      'points_after',
      'times_after',
      'operator_name',
      'sales_name',
      'remark',
      'reverses_id',
    ),
    amounts('card_log', 'l', 'principal_delta', 'bonus_delta', 'principal_after', 'bonus_after'),
    named('clinic', 'k', { clinicName: 'name' }),
    {
      ways: sql<{ name: string; amount: string }[]>`l.ways`,
      subName: sql<
        string | null
      >`(select p.name from member_card s join patient p on ${tx.own('p')} and p.id = s.patient_id where ${tx.own('s')} and s.id = l.sub_card_id)`,
      undone: sql<boolean>`exists (select 1 from card_log r where ${tx.own('r')} and r.reverses_id = l.id)`,
    },
  )

/** One page of a card's movements, the newest first. */
export async function movementsOf(
  tx: TenantTx,
  cardId: string,
  { kind, limit, offset }: { kind: MovementKind; limit: number; offset: number },
) {
  const where = sql`${tx.own('l')} and l.card_id = ${cardId} and ${KINDS[kind]}`
  const [list, { total }] = await Promise.all([
    tx.rows(
      movements(tx).keptFrom`card_log l join clinic k on ${tx.own('k')} and k.id = l.moved_clinic_id
        where ${where} order by l.seq desc limit ${limit} offset ${offset}`,
    ),
    tx.need(counted.keptFrom`card_log l where ${where}`),
  ])
  return { list, total }
}

export interface MemberFilter {
  keyword: string
  typeId: string | null
  status: number | null
  hasBalance: boolean
  reach: RawBuilder<boolean>
  digits: boolean
  sees: boolean
}

const listed = (tx: TenantTx, sees: boolean) =>
  select(
    columns(
      'member_card',
      'c',
      'id',
      'card_no',
      'patient_id',
      'type_name',
      'kind',
      'opened_at',
      'expire_date',
      'sales_name',
      'points',
      'times_left',
    ),
    named('clinic', 'k', { openClinicName: 'name' }),
    named('patient', 'p', {
      patientName: 'name',
      gender: 'gender',
      birthDay: 'birth_day',
      medicalNumber: 'medical_number',
      mobile: 'mobile',
    }),
    {
      status: stateNow(tx, 'c'),
      isSub: sql<boolean>`c.main_card_id is not null`,
      principalAmount: fenIf(sees, sql`c.principal_amount`),
      bonusAmount: fenIf(sees, sql`c.bonus_amount`),
      balance: fenIf(sees, sql`c.principal_amount + c.bonus_amount`),
      rechargeTotal: fenIf(sees, sql`m.recharged`),
      consumeTotal: fenIf(sees, sql`m.used`),
    },
  )

const ids = select(columns('member_card', 'c', 'id'))

function membersWhere(tx: TenantTx, filter: MemberFilter): RawBuilder<unknown> {
  const { keyword, typeId, status } = filter
  return sql`${tx.own('c')} and ${filter.reach}
    and ${typeId ? sql`c.type_id = ${typeId}` : sql`true`}
    and ${status ? sql`${stateNow(tx, 'c')} = ${status}` : sql`true`}
    and ${filter.hasBalance ? sql`(c.principal_amount > 0 or c.bonus_amount > 0 or c.times_left > 0)` : sql`true`}
    and ${
      keyword === ''
        ? sql`true`
        : // As an array: the planner takes a search for a thousand files, and would rather go through all cards.
          sql`c.id = any(array(select x.id from app.search_card_ids(${tx.tenantId}, ${keyword}) x
            union all select x.id from ${foundBy(tx, keyword, 200, filter.digits)} f join member_card x on ${tx.own('x')} and x.patient_id = f.id))`
    }`
}
/** One page of the members, the newest cards first: what each has moved is summed for those of the page alone. */
export async function listMembers(tx: TenantTx, filter: MemberFilter, page: { limit: number; offset: number }) {
  return membersOf(
    tx,
    filter.sees,
    sql`select c.* from member_card c where ${membersWhere(tx, filter)}
      order by c.opened_at desc, c.id limit ${page.limit} offset ${page.offset}`,
  )
}

/** Members by their ids. */
export async function membersById(tx: TenantTx, sees: boolean, ids: readonly string[]) {
  return membersOf(tx, sees, sql`select c.* from member_card c where ${tx.own('c')} and c.id = any(${ids}::uuid[])`)
}

async function membersOf(tx: TenantTx, sees: boolean, cards: RawBuilder<unknown>) {
  return tx.rows(
    listed(tx, sees).from`(${cards}) c
      join clinic k on ${tx.own('k')} and k.id = c.open_clinic_id
      join patient p on ${tx.own('p')} and p.id = c.patient_id
      cross join lateral (select coalesce(sum(x.principal_delta) filter (where x.type in (1, 2)), 0) as recharged,
          coalesce(-sum(x.principal_delta + x.bonus_delta + x.times_amount_delta) filter (where x.type in (3, 4, 12)), 0) as used
        from card_log x where ${tx.own('x')} and x.card_id = c.id) m
      order by c.opened_at desc, c.id`,
  )
}

/** The cards that a filter finds, by their ids. Lent to be a part of a statement that asks for more. */
export const memberIdsOf = (tx: TenantTx, filter: MemberFilter): RawBuilder<string> =>
  lent(sql<string>`(select c.id from member_card c where ${membersWhere(tx, filter)})`)

/** All members that a filter finds, by their ids, the newest cards first. */
export async function memberIds(tx: TenantTx, filter: MemberFilter, limit: number): Promise<string[]> {
  const rows = await tx.rows(
    ids.from`member_card c where ${membersWhere(tx, filter)} order by c.opened_at desc, c.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

const sums = select({
  total: sql<number>`count(*)::int`,
  principal: fenOf(sql`coalesce(sum(c.principal_amount), 0)`),
  bonus: fenOf(sql`coalesce(sum(c.bonus_amount), 0)`),
})
export async function memberSums(tx: TenantTx, filter: MemberFilter): Promise<RowIn<typeof sums>> {
  return tx.need(sums.from`member_card c where ${membersWhere(tx, filter)}`)
}

/** A card and those of the family that pay from it, closed ones too. */
export async function familyOf(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx.rows(
    ids.keptFrom`member_card c where ${tx.own('c')} and (c.id = ${id} or c.main_card_id = ${id})`,
  )
  return rows.map((row) => row.id)
}

const kept = select({ amount: fenOf(sql`coalesce(-sum(p.amount), 0)`) })

/** What was kept for discounts when principal of a card was given back before. */
export async function keptOf(tx: TenantTx, cardId: string): Promise<Fen> {
  const { amount } = await tx.need(
    kept.keptFrom`ledger_posting p join ledger_entry e on ${tx.own('e')} and e.id = p.entry_id and e.kind = 9
      where ${tx.own('p')} and p.card_id = ${cardId} and p.account = 'otherIncome'`,
  )
  return amount
}

const afterBill = select(columns('member_card', 'c', 'type_name', 'card_no'), {
  principal: fenOf(sql`l.principal_after`),
  bonus: fenOf(sql`l.bonus_after`),
})

/** What a patient's own cards of money, which pay a bill, held after its last movement on them: a relative's is theirs to know. */
export async function cardsAfterBill(
  tx: TenantTx,
  { id: billId, patientId }: { id: string; patientId: string },
  paying: readonly string[],
): Promise<RowIn<typeof afterBill>[]> {
  return tx.rows(
    afterBill.keptFrom`member_card c join lateral (
        select x.principal_after, x.bonus_after from card_log x
        where ${tx.own('x')} and x.card_id = c.id and x.bill_id = ${billId} and (x.principal_delta <> 0 or x.bonus_delta <> 0)
        order by x.seq desc limit 1) l on true
      where ${tx.own('c')} and c.id = any(${paying}::uuid[]) and c.patient_id = ${patientId}
      order by c.card_no`,
  )
}

/** What the movements of a card before a moment come to. */
export async function heldBefore(tx: TenantTx, cardId: string, moment: Date): Promise<RowIn<typeof logged>> {
  return tx.need(
    logged.keptFrom`card_log l where ${tx.own('l')} and l.card_id = ${cardId} and l.created_at < ${moment}`,
  )
}

/** The movements of a card in a span of time, the first first, one more than `most` when there are more. */
export async function movementsBetween(tx: TenantTx, cardId: string, span: { from: Date; to: Date }, most: number) {
  return tx.rows(
    movements(tx).keptFrom`card_log l join clinic k on ${tx.own('k')} and k.id = l.moved_clinic_id
      where ${tx.own('l')} and l.card_id = ${cardId} and l.created_at >= ${span.from} and l.created_at < ${span.to}
      order by l.created_at, l.seq limit ${most + 1}`,
  )
}
