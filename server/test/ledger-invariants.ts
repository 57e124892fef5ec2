import type { Invariant } from './invariant.ts'

/** What the postings of a bill say of it. */
const OF_BILL = `select tenant_id, bill_id,
    coalesce(sum(amount) filter (where account = 'billed' and kind = 4), 0) as returned,
    coalesce(sum(amount) filter (where account = 'writtenOff'), 0) as written_off,
    coalesce(-sum(amount) filter (where account = 'receivable' and payment_id is not null and kind <> 4), 0) as paid,
    coalesce(sum(amount) filter (where account = 'receivable' and payment_id is not null and kind = 4), 0) as refunded,
    coalesce(-sum(amount) filter (where account = 'billed' and kind <> 4), 0) as receivable,
    coalesce(sum(amount) filter (where account = 'receivable'), 0) as owed
  from ledger_posting where bill_id is not null group by tenant_id, bill_id`
const OF_LINE = `select tenant_id, item_id,
    coalesce(sum(amount) filter (where account = 'billed' and kind = 4), 0) as returned,
    coalesce(sum(amount) filter (where account = 'writtenOff'), 0) as written_off,
    coalesce(-sum(amount) filter (where account = 'receivable' and payment_id is not null), 0) as settled
  from ledger_posting where item_id is not null group by tenant_id, item_id`

/** What the postings of a card say that it holds. */
const OF_CARD = `select tenant_id, card_id,
    coalesce(-sum(amount) filter (where account = 'principal'), 0) as principal,
    coalesce(-sum(amount) filter (where account = 'bonus'), 0) as bonus,
    coalesce(-sum(amount) filter (where account = 'points'), 0)::int as points,
    coalesce(-sum(amount) filter (where account = 'times' and unit = 1), 0)::int as times,
    coalesce(-sum(amount) filter (where account = 'times' and unit = 0), 0) as times_amount
  from ledger_posting where card_id is not null group by tenant_id, card_id`

/** The parts of invoices that stand or are under way, each less what takes it back. */
const STANDING = `select s.*, s.amount - coalesce((select sum(x.amount) from invoice_red_part x
    join invoice_red r on r.tenant_id = x.tenant_id and r.id = x.red_id and r.status <> 4
    where x.tenant_id = s.tenant_id and x.source_id = s.id), 0) as left_over
  from invoice_source s join invoice i on i.tenant_id = s.tenant_id and i.id = s.invoice_id where i.status in (1, 2, 4)`

/** The day of a moment in China. */
const dayOf = (moment: string) => `(${moment} at time zone 'Asia/Shanghai')::date`

/**
 * What came in and went out as money by the papers that say so, by clinic and day: payments of bills by cash-like ways, cards that were
 * sold, changed, recharged and given back, prepayments taken and returned, settlements of units, rewards for introducing somebody.
 */
const MONEY_ON_PAPERS = `
    select y.tenant_id, y.clinic_id, y.pay_date as day, y.amount
      from bill_payment y join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id and m.type in (1, 4, 6)
    union all
    select l.tenant_id, l.moved_clinic_id, ${dayOf('l.created_at')}, case
        when l.reverses_id is not null then -(select coalesce(sum((w ->> 'amount')::numeric), 0) from card_log o cross join jsonb_array_elements(o.ways) w
          where o.tenant_id = l.tenant_id and o.id = l.reverses_id)
        else (select coalesce(sum((w ->> 'amount')::numeric), 0) from jsonb_array_elements(l.ways) w) * case l.type when 5 then -1 else 1 end end
      from card_log l where l.reverses_id is not null or l.ways <> '[]'
    union all
    select q.tenant_id, q.open_clinic_id, ${dayOf('q.received_at')}, (w ->> 'amount')::numeric
      from prepay q cross join jsonb_array_elements(q.ways) w where q.status <> 4
    union all
    select r.tenant_id, r.clinic_id, ${dayOf('r.paid_at')}, -(w ->> 'amount')::numeric
      from prepay_return r cross join jsonb_array_elements(r.ways) w where r.status = 2
    union all
    select tenant_id, clinic_id, ${dayOf('settled_at')}, amount from unit_settlement
    union all
    select tenant_id, clinic_id, ${dayOf('undone_at')}, -amount from unit_settlement where status = 2
    union all
    select v.tenant_id, v.clinic_id, v.business_date, -v.amount from introduction_reward_move v where v.pay_method_id is not null`

/**
 * What gateways brought without a place or took once too often, on the day it was found, and on the day it was put right. What went back
 * when its exception had been settled otherwise is an exception of its own.
 */
const MONEY_OF_EXCEPTIONS = `
    select tenant_id, clinic_id, ${dayOf('found_at')} as day, amount from pay_exception where type <> 4
    union all
    select tenant_id, clinic_id, ${dayOf('handled_at')}, -amount from pay_exception where type <> 4 and status = 1
    union all
    select tenant_id, clinic_id, ${dayOf('done_at')}, -amount from gateway_refund g where exception_id is not null and status = 2
      and not exists (select 1 from pay_exception x where x.tenant_id = g.tenant_id and x.gateway_refund_id = g.id and x.type = 2)`

const monthOf = (day: string) => `date_trunc('month', ${day})::date`

/** What bills have open, by the day on which it is due: the periods of an agreement that holds, else the day of the charge. */
const OPEN_BY_DUE_DAY = `
    select b.tenant_id, b.clinic_id, ${dayOf('coalesce(b.pay_time, b.open_time)')} as due, b.arrears_amount as amount from bill b
      where b.arrears_amount <> 0 and not exists (select 1 from instalment_plan q where q.tenant_id = b.tenant_id and q.bill_id = b.id and q.status = 1)
    union all
    select d.tenant_id, d.clinic_id, d.due_date,
        greatest(0, least(d.up_to, q.total_amount - q.cancelled_amount) - greatest(d.up_to - d.amount, q.paid_amount))
      from (select p.*, sum(p.amount) over (partition by p.tenant_id, p.plan_id order by p.no) as up_to from instalment_period p) d
      join instalment_plan q on q.tenant_id = d.tenant_id and q.id = d.plan_id and q.status = 1`

/** The identities of the ledger (names as in docs/names.md). */
export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'J1 an entry sums to nothing, and its postings say what it says',
    sql: `select e.id from ledger_entry e left join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id
      group by e.tenant_id, e.id, e.clinic_id, e.kind, e.business_date, p.unit
      having sum(p.amount) is distinct from 0 or bool_or((p.clinic_id, p.kind, p.business_date) is distinct from (e.clinic_id, e.kind, e.business_date))`,
  },
  {
    name: 'J2 the books of a clinic, and of the chain, come to nothing, unit by unit',
    sql: `select clinic_id as id, unit from ledger_posting group by tenant_id, clinic_id, unit having sum(amount) <> 0
      union all select tenant_id, unit from ledger_posting group by tenant_id, unit having sum(amount) <> 0`,
  },
  {
    name: 'J8 what came in and went out as money is what the papers say, day by day',
    sql: `select coalesce(b.clinic_id, x.clinic_id) as id, coalesce(b.day, x.day) as day, b.amount as booked, x.amount as on_papers
      from (select tenant_id, clinic_id, business_date as day, sum(amount) as amount from ledger_posting
        where account in ('cash', 'clearing') and kind <> 17 group by 1, 2, 3) b
      full join (select tenant_id, clinic_id, day, sum(amount) as amount from (${MONEY_ON_PAPERS} union all ${MONEY_OF_EXCEPTIONS}) p group by 1, 2, 3) x
        on x.tenant_id = b.tenant_id and x.clinic_id = b.clinic_id and x.day = b.day
      where coalesce(b.amount, 0) <> coalesce(x.amount, 0)`,
  },
  {
    name: 'J9 revenue is what came in, less what was stored, plus what was used of it, month by month',
    sql: `select coalesce(b.clinic_id, x.clinic_id) as id, coalesce(b.month, x.month) as month, b.amount as revenue, x.amount as on_papers
      from (select tenant_id, clinic_id, ${monthOf('business_date')} as month, -sum(amount) as amount from ledger_posting
        where unit = 0 and (account = 'otherIncome' or (account = 'receivable' and part in ('cash', 'principal', 'deposit', 'times'))
          or (account = 'unitReceivable' and payment_id is null)) group by 1, 2, 3) b
      full join (select tenant_id, clinic_id, ${monthOf('day')} as month, sum(amount) as amount from (${MONEY_ON_PAPERS}
          union all select tenant_id, moved_clinic_id, ${dayOf('created_at')}, -principal_delta - times_amount_delta from card_log where bill_id is null
          union all select tenant_id, moved_clinic_id, ${dayOf('created_at')}, -amount_delta from prepay_log where bill_id is null
          union all select y.tenant_id, y.clinic_id, y.pay_date, case when y.prepay_id is not null or c.kind = 3 then y.amount
              else sign(y.amount) * y.principal_part end
            from bill_payment y join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id and m.code <> 'points'
            left join member_card c on c.tenant_id = y.tenant_id and c.id = y.card_id
            where y.prepay_id is not null or y.card_id is not null) p group by 1, 2, 3) x
        on x.tenant_id = b.tenant_id and x.clinic_id = b.clinic_id and x.month = b.month
      where coalesce(b.amount, 0) <> coalesce(x.amount, 0)`,
  },
  {
    name: 'J13 what is owed moves as the papers say, month by month, and is at the end what bills owe, by the days on which it is due',
    sql: `with booked as materialized (
        select p.tenant_id, p.clinic_id, ${monthOf('p.business_date')} as month,
          case coalesce(r.kind, p.kind) when 4 then 'returned' when 6 then 'given up' else 'claimed' end as what, sum(p.amount) as amount
        from ledger_posting p
        left join ledger_entry e on p.kind = 3 and e.tenant_id = p.tenant_id and e.id = p.entry_id
        left join ledger_entry r on r.tenant_id = e.tenant_id and r.id = e.reverses_id
        where p.account = 'receivable' group by 1, 2, 3, 4),
      papers as (select tenant_id, clinic_id, month, what, sum(amount) as amount from (
        select tenant_id, clinic_id, ${monthOf(dayOf('coalesce(pay_time, open_time)'))} as month, 'claimed' as what, receivable_amount as amount
          from bill where status in (2, 3, 4, 5)
        union all select tenant_id, clinic_id, ${monthOf('pay_date')}, 'claimed', -amount from bill_payment where kind <> 4
        union all select tenant_id, clinic_id, ${monthOf('refund_date')}, 'returned', -arrears_amount from refund where status = 2
        union all select tenant_id, clinic_id, ${monthOf('business_date')}, 'given up', -amount from ledger_posting where account = 'writtenOff') p
        group by 1, 2, 3, 4)
      select coalesce(b.clinic_id, x.clinic_id) as id, coalesce(b.month, x.month) as month, coalesce(b.what, x.what) as what
        from booked b full join papers x on x.tenant_id = b.tenant_id and x.clinic_id = b.clinic_id and x.month = b.month and x.what = b.what
        where coalesce(b.amount, 0) <> coalesce(x.amount, 0)
      union all
      select coalesce(b.clinic_id, o.clinic_id), null, 'closing' from (select tenant_id, clinic_id, sum(amount) as amount from booked group by 1, 2) b
        full join (select tenant_id, clinic_id, sum(arrears_amount) as amount from bill group by 1, 2) o
          on o.tenant_id = b.tenant_id and o.clinic_id = b.clinic_id
        full join (select tenant_id, clinic_id, coalesce(sum(amount) filter (where late < 1), 0) as not_due,
            coalesce(sum(amount) filter (where late between 1 and 30), 0) as up_to_30, coalesce(sum(amount) filter (where late between 31 and 60), 0) as up_to_60,
            coalesce(sum(amount) filter (where late between 61 and 90), 0) as up_to_90, coalesce(sum(amount) filter (where late > 90), 0) as older
          from (select d.*, ${dayOf('now()')} - d.due as late from (${OPEN_BY_DUE_DAY}) d) d group by 1, 2) a
          on a.tenant_id = coalesce(b.tenant_id, o.tenant_id) and a.clinic_id = coalesce(b.clinic_id, o.clinic_id)
        where coalesce(b.amount, 0) <> coalesce(o.amount, 0)
          or coalesce(o.amount, 0) <> coalesce(a.not_due + a.up_to_30 + a.up_to_60 + a.up_to_90 + a.older, 0)
      union all
      select p.payment_id, null, 'kind' from ledger_posting p join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id and not e.is_carried
        join bill_payment y on y.tenant_id = p.tenant_id and y.id = p.payment_id
        where p.account = 'receivable' and p.kind in (1, 2) and y.kind <> p.kind`,
  },
  {
    name: 'J3 a bill owes what its postings say, and is paid and refunded as they say',
    sql: `select b.id from bill b left join (${OF_BILL}) x on x.tenant_id = b.tenant_id and x.bill_id = b.id
      where (b.arrears_amount, b.paid_amount, b.refunded_amount, b.returned_amount, b.written_off_amount)
        is distinct from (coalesce(x.owed, 0), coalesce(x.paid, 0), coalesce(x.refunded, 0), coalesce(x.returned, 0), coalesce(x.written_off, 0))
        or (b.status in (2, 3, 4, 5) and b.receivable_amount <> coalesce(x.receivable, 0))`,
  },
  {
    name: 'J5 what is left of the claim is what was paid and kept and what is owing, and the state follows',
    sql: `select id from bill where
        (status in (2, 3, 4, 5) and receivable_amount - returned_amount - written_off_amount <> paid_amount - refunded_amount + arrears_amount)
        or (status in (2, 3, 4, 5) and status <> case when returned_amount = receivable_amount and returned_amount > 0 then 5
          when refunded_amount > 0 then 4 when arrears_amount > 0 then 2 else 3 end)
        or (status not in (2, 3, 4, 5) and (paid_amount, refunded_amount, returned_amount, written_off_amount, arrears_amount) <> (0, 0, 0, 0, 0))`,
  },
  {
    name: 'J5 a line says what its postings say, and its bill is the sum of its lines',
    sql: `select i.id from bill_item i left join (${OF_LINE}) x on x.tenant_id = i.tenant_id and x.item_id = i.id
      where (i.returned_amount, i.written_off_amount, i.settled_amount)
        is distinct from (coalesce(x.returned, 0), coalesce(x.written_off, 0), coalesce(x.settled, 0))
      union all select b.id from bill b left join (select tenant_id, bill_id, sum(returned_amount) as returned,
          sum(written_off_amount) as written_off, sum(settled_amount) as settled from bill_item group by 1, 2) s
        on s.tenant_id = b.tenant_id and s.bill_id = b.id
      where b.status in (2, 3, 4, 5) and (coalesce(s.returned, 0), coalesce(s.written_off, 0), coalesce(s.settled, 0))
        is distinct from (b.returned_amount, b.written_off_amount, b.paid_amount - b.refunded_amount)`,
  },
  {
    name: 'J6 a payment lies on lines as far as it has not gone back, bonus on none that it may not pay',
    sql: `select payment_id from ledger_posting where payment_id is not null group by tenant_id, payment_id, part having sum(amount) <> 0
      union all
      select p.payment_id from ledger_posting p join bill_item i on i.tenant_id = p.tenant_id and i.id = p.item_id
      where p.part = 'bonus' and p.account = 'receivable' and not i.can_bonus
      group by p.tenant_id, p.payment_id, p.item_id having sum(p.amount) <> 0
      union all
      select y.id from bill_payment y
      left join (select tenant_id, payment_id, sum(amount) as kept from ledger_posting where payment_id is not null and account <> 'receivable'
        group by 1, 2) x on x.tenant_id = y.tenant_id and x.payment_id = y.id
      left join (select tenant_id, coalesce(revokes_id, returns_id) as of_id, sum(amount) as back from bill_payment
        where kind in (3, 4, 5) group by 1, 2) r on r.tenant_id = y.tenant_id and r.of_id = y.id
      where y.kind in (1, 2, 6) and y.amount + coalesce(r.back, 0) <> coalesce(x.kept, 0)`,
  },
  {
    name: 'I2 a card holds what its movements come to, step by step',
    sql: `select c.id from member_card c left join (select tenant_id, card_id, sum(principal_delta) as principal, sum(bonus_delta) as bonus,
        sum(points_delta)::int as points, sum(times_delta)::int as times, sum(times_amount_delta) as times_amount from card_log group by 1, 2) l
        on l.tenant_id = c.tenant_id and l.card_id = c.id
      where (c.principal_amount, c.bonus_amount, c.points, c.times_left, c.times_amount) is distinct from
        (coalesce(l.principal, 0), coalesce(l.bonus, 0), coalesce(l.points, 0), coalesce(l.times, 0), coalesce(l.times_amount, 0))
        or least(c.principal_amount, c.bonus_amount, c.times_left, c.times_amount) < 0
      union all
      select l.id from (select x.*, row_number() over steps as place, sum(x.principal_delta) over steps as principal,
          sum(x.bonus_delta) over steps as bonus, sum(x.points_delta) over steps as total_points, sum(x.times_delta) over steps as times
        from card_log x window steps as (partition by x.tenant_id, x.card_id order by x.seq)) l
      where l.seq <> l.place or (l.principal_after, l.bonus_after, l.points_after, l.times_after) is distinct from
        (l.principal, l.bonus, l.total_points::int, l.times::int)`,
  },
  {
    name: 'J4 a card holds what the ledger says',
    sql: `select c.id from member_card c left join (${OF_CARD}) x on x.tenant_id = c.tenant_id and x.card_id = c.id
      where (c.principal_amount, c.bonus_amount, c.points, c.times_left, c.times_amount) is distinct from
        (coalesce(x.principal, 0), coalesce(x.bonus, 0), coalesce(x.points, 0), coalesce(x.times, 0), coalesce(x.times_amount, 0))`,
  },
  {
    name: 'J14 a movement of a card is what its entry says, and every entry that moves a card has its movement',
    sql: `select coalesce(l.id, p.entry_id) from (select tenant_id, entry_id, card_id,
          coalesce(-sum(amount) filter (where account = 'principal'), 0) as principal, coalesce(-sum(amount) filter (where account = 'bonus'), 0) as bonus,
          coalesce(-sum(amount) filter (where account = 'points'), 0)::int as points,
          coalesce(-sum(amount) filter (where account = 'times' and unit = 1), 0)::int as times
        from ledger_posting where card_id is not null and kind <> 12 group by 1, 2, 3) p
      full join (select * from card_log where entry_id is not null) l
        on l.tenant_id = p.tenant_id and l.entry_id = p.entry_id and l.card_id = p.card_id
      where l.id is null or p.entry_id is null or (l.principal_delta, l.bonus_delta, l.points_delta, l.times_delta)
        is distinct from (p.principal, p.bonus, p.points, p.times)
      union all select id from card_log where entry_id is null
        and (principal_delta, bonus_delta, points_delta, times_delta, times_amount_delta) <> (0, 0, 0, 0, 0)`,
  },
  {
    name: 'J14 a payment with a card is its principal and bonus, or uses',
    sql: `select y.id from bill_payment y join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id
      left join member_card c on c.tenant_id = y.tenant_id and c.id = y.card_id
      where (y.card_id is null and (y.principal_part <> 0 or y.bonus_part <> 0 or y.points <> 0))
        or (y.points > 0 and y.principal_part + y.bonus_part <> 0)
        or (c.kind = 1 and m.code <> 'points' and abs(y.amount) <> y.principal_part + y.bonus_part) or (c.kind = 3 and y.principal_part + y.bonus_part <> 0)`,
  },
  {
    name: 'J4 points that paid are those that left the card for it, and never revenue',
    sql: `select y.id from bill_payment y
      left join (select tenant_id, coalesce(revokes_id, returns_id) as of_id, sum(points) as back from bill_payment where kind in (3, 4) group by 1, 2) r
        on r.tenant_id = y.tenant_id and r.of_id = y.id
      left join (select tenant_id, payment_id, sum(amount) as gone from ledger_posting where account = 'points' and payment_id is not null
        group by 1, 2) x on x.tenant_id = y.tenant_id and x.payment_id = y.id
      where y.kind in (1, 2) and y.points - coalesce(r.back, 0) <> coalesce(x.gone, 0)
      union all select payment_id from ledger_posting where part = 'points' and account not in ('receivable', 'points', 'pointsGiven')`,
  },
  {
    name: 'I2 a prepayment holds what its movements come to, step by step',
    sql: `select q.id from prepay q left join (select tenant_id, prepay_id, sum(amount_delta) as total from prepay_log group by 1, 2) l
        on l.tenant_id = q.tenant_id and l.prepay_id = q.id
      where q.balance_amount is distinct from coalesce(l.total, 0) or q.balance_amount < 0 or q.balance_amount > q.amount
      union all
      select l.prepay_id from (select x.*, row_number() over steps as place, sum(x.amount_delta) over steps as held
        from prepay_log x window steps as (partition by x.tenant_id, x.prepay_id order by x.seq)) l
      where l.seq <> l.place or l.balance_after <> l.held`,
  },
  {
    name: 'J4 a prepayment holds what the ledger says',
    sql: `select q.id from prepay q left join (select tenant_id, prepay_id, -sum(amount) as held from ledger_posting where account = 'deposit'
        group by 1, 2) x on x.tenant_id = q.tenant_id and x.prepay_id = q.id
      where q.balance_amount <> coalesce(x.held, 0)`,
  },
  {
    name: 'J14 a movement of a prepayment is what its entry says, and every entry that moves one has its movement',
    sql: `select coalesce(l.id, p.entry_id) from (select tenant_id, entry_id, prepay_id, -sum(amount) as moved from ledger_posting
          where account = 'deposit' and kind <> 16 group by 1, 2, 3 having sum(amount) <> 0) p
      full join prepay_log l on l.tenant_id = p.tenant_id and l.entry_id = p.entry_id and l.prepay_id = p.prepay_id
      where l.id is null or p.entry_id is null or l.amount_delta <> p.moved`,
  },
  {
    name: 'J14 a payment with a prepayment is all of it deposit, and of nobody else (unless the two were one file for a time)',
    sql: `select y.id from bill_payment y join prepay q on q.tenant_id = y.tenant_id and q.id = y.prepay_id where q.patient_id <> y.patient_id
        and not exists (select 1 from patient_merge g where g.tenant_id = q.tenant_id
          and (g.keep_id, g.remove_id) in ((y.patient_id, q.patient_id), (q.patient_id, y.patient_id)))
      union all select p.payment_id from ledger_posting p join bill_payment y on y.tenant_id = p.tenant_id and y.id = p.payment_id
        where (p.part = 'deposit') <> (y.prepay_id is not null) and y.kind in (1, 2, 6)`,
  },
  {
    name: 'J22 what was given back of a prepayment is what its papers say',
    sql: `select coalesce(r.id, e.id) from (select * from prepay_return where status = 2) r
      full join (select e.tenant_id, e.document_id as id, sum(p.amount) as back from ledger_entry e
          join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id and p.account = 'deposit' where e.kind = 14 group by 1, 2) e
        on e.tenant_id = r.tenant_id and e.id = r.id
      where r.amount is distinct from e.back or r.amount <> (select sum((w ->> 'amount')::numeric) from jsonb_array_elements(r.ways) w)`,
  },
  {
    name: 'J22 a reward for introducing somebody was given as its movements say, each of which is its entry',
    sql: `select g.id from introduction_reward g left join (select tenant_id, reward_id, sum(amount) as given from introduction_reward_move group by 1, 2) v
        on v.tenant_id = g.tenant_id and v.reward_id = g.id
      where g.given_amount <> coalesce(v.given, 0)
      union all
      select coalesce(v.id, e.id) from (select * from introduction_reward_move where entry_id is not null) v
      full join (select e.tenant_id, e.id, e.document_id, coalesce(sum(p.amount) filter (where p.account = 'otherIncome'),
            sum(p.amount) filter (where p.account = 'pointsGiven')) as amount,
          count(*) filter (where p.account not in ('cash', 'otherIncome', 'points', 'pointsGiven')) as others
        from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id where e.kind = 23 group by 1, 2, 3) e
        on e.tenant_id = v.tenant_id and e.id = v.entry_id
      where v.amount is distinct from e.amount or v.reward_id is distinct from e.document_id or e.others > 0
      union all
      select g.id from introduction_reward g left join (select tenant_id, source_id, count(*) filter (where status <> 4) as standing from coupon group by 1, 2) u
        on u.tenant_id = g.tenant_id and u.source_id = g.id
      where g.way = 'coupon' and g.given_amount > coalesce(u.standing, 0)`,
  },
  {
    name: 'J22 a reward is earned by what is paid on its bill and kept, and by one bill of a person',
    sql: `select g.id from introduction_reward g join (select tenant_id, bill_id, -sum(amount) as kept from ledger_posting p
          where account = 'receivable' and unit = 0 and payment_id is not null and (part in ('cash', 'principal', 'deposit', 'times')
            or part = 'bonus' and coalesce((select (w.value)::boolean from company_rule w where w.tenant_id = p.tenant_id and w.rule = 'bonusCounts'
              and w.from_day <= p.business_date order by w.from_day desc limit 1), false)) group by 1, 2) l
        on l.tenant_id = g.tenant_id and l.bill_id = g.bill_id
      where g.earned_amount <> case when l.kept <= 0 or l.kept < g.from_amount then 0
        when g.basis = 'fixed' then g.rate_amount when g.way = 'cash' then round(l.kept * g.rate_amount / 100, 2)
        else floor(round(l.kept * g.rate_amount / 100, 2)) end
      union all
      select min(id::text)::uuid from introduction_reward where earned_amount > 0 group by tenant_id, patient_id, level
        having count(distinct bill_id) > 1 and not exists (select 1 from patient_merge m where m.tenant_id = introduction_reward.tenant_id
          and m.keep_id = introduction_reward.patient_id)`,
  },
  {
    name: 'J22 what was given back of a card is what its papers say, principal, bonus, money and what was kept',
    sql: `select coalesce(r.id, e.id) from (select * from card_refund where status = 2 and principal + bonus_taken > 0) r
      full join (select e.tenant_id, e.document_id as id, min(p.card_id::text) as card_id,
            coalesce(sum(p.amount) filter (where p.account in ('principal', 'times') and p.unit = 0), 0) as principal,
            coalesce(sum(p.amount) filter (where p.account = 'bonus'), 0) as bonus,
            coalesce(-sum(p.amount) filter (where p.account = 'cash'), 0) as paid,
            coalesce(-sum(p.amount) filter (where p.account = 'otherIncome'), 0) as kept
          from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id where e.kind = 9
          group by 1, 2 having bool_or(p.unit = 0)) e
        on e.tenant_id = r.tenant_id and e.id = r.id
      where r.principal is distinct from e.principal or r.bonus_taken <> e.bonus or r.amount <> e.paid or r.kept_amount <> e.kept
        or r.card_id::text <> e.card_id
        or r.amount <> (select coalesce(sum((w ->> 'amount')::numeric), 0) from jsonb_array_elements(r.ways) w)`,
  },
  {
    name: 'a code of a platform is taken while something is paid by it, and for no longer',
    sql: `select coalesce(v.code, x.code) from voucher_use v full join (
        select p.tenant_id, p.trade_no as code, sum(p.amount + coalesce((select sum(r.amount) from bill_payment r
            where r.tenant_id = p.tenant_id and (r.revokes_id = p.id or (r.returns_id = p.id and r.pay_method_id = p.pay_method_id))), 0)) as paid
        from bill_payment p join pay_method m on m.tenant_id = p.tenant_id and m.id = p.pay_method_id and m.type = 6
        where p.kind in (1, 2, 6) group by 1, 2) x on x.tenant_id = v.tenant_id and x.code = v.code
      where (coalesce(x.paid, 0) = 0) = (v.code is not null)
        and not exists (select 1 from bill b where b.tenant_id = v.tenant_id and b.id = v.bill_id and b.status = 6)`,
  },
  {
    name: 'J4 a unit owes what the ledger says, and what its claims have open, clinic by clinic',
    sql: `select u.id from pay_unit u left join (select tenant_id, pay_unit_id, sum(amount) as owed from ledger_posting where pay_unit_id is not null group by 1, 2) p
        on p.tenant_id = u.tenant_id and p.pay_unit_id = u.id
      where u.balance_amount <> coalesce(p.owed, 0)
      union all select coalesce(c.pay_unit_id, p.pay_unit_id) from (select tenant_id, pay_unit_id, clinic_id, sum(amount - back_amount - settled_amount) as open
          from unit_claim group by 1, 2, 3) c
        full join (select tenant_id, pay_unit_id, clinic_id, sum(amount) as owed from ledger_posting where pay_unit_id is not null group by 1, 2, 3) p
        on p.tenant_id = c.tenant_id and p.pay_unit_id = c.pay_unit_id and p.clinic_id = c.clinic_id
      where coalesce(c.open, 0) <> coalesce(p.owed, 0)`,
  },
  {
    name: 'J14 a claim against a unit is its payment less what went back, and settled as its settlements say',
    sql: `select coalesce(c.id, y.id) from unit_claim c
        full join (select * from bill_payment where pay_unit_id is not null and kind in (1, 2)) y on y.tenant_id = c.tenant_id and y.id = c.id
        left join (select tenant_id, payment_id, sum(amount) as kept from ledger_posting where pay_unit_id is not null group by 1, 2) p
          on p.tenant_id = y.tenant_id and p.payment_id = y.id
        left join (select l.tenant_id, l.claim_id, sum(l.amount) as settled from unit_settlement_line l
            join unit_settlement s on s.tenant_id = l.tenant_id and s.id = l.settlement_id and s.status = 1 group by 1, 2) l
          on l.tenant_id = c.tenant_id and l.claim_id = c.id
      where c.id is null or y.id is null or c.pay_unit_id <> y.pay_unit_id or c.amount <> y.amount or c.amount - c.back_amount <> coalesce(p.kept, 0)
        or c.settled_amount <> coalesce(l.settled, 0)
      union all select p.payment_id from ledger_posting p join bill_payment y on y.tenant_id = p.tenant_id and y.id = p.payment_id
        where (p.part = 'unit') <> (y.pay_unit_id is not null) and y.kind in (1, 2, 6)`,
  },
  {
    name: 'J14 a settlement of a unit is its lines and one entry, and nothing once it is taken back',
    sql: `select s.id from unit_settlement s
      left join (select tenant_id, settlement_id, sum(amount) as cleared from unit_settlement_line group by 1, 2) l
        on l.tenant_id = s.tenant_id and l.settlement_id = s.id
      left join (select e.tenant_id, e.document_id, sum(p.amount) filter (where p.account = 'cash') as came, -sum(p.amount) filter (where p.account = 'unitReceivable') as paid
          from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id where e.document = 'unitSettlement' group by 1, 2) p
        on p.tenant_id = s.tenant_id and p.document_id = s.id
      where s.amount is distinct from l.cleared
        or (p.came, p.paid) is distinct from (case when s.status = 1 then s.amount else 0 end, case when s.status = 1 then s.amount else 0 end)`,
  },
  {
    name: 'J17 a settlement between clinics is one entry in each of the two, and nothing once it is taken back',
    sql: `select s.id from clinic_settlement s cross join lateral (select
        coalesce(sum(p.amount) filter (where p.clinic_id = s.debtor_id), 0) as paid, coalesce(sum(p.amount) filter (where p.clinic_id = s.creditor_id), 0) as got
        from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id and p.account = 'interClinic'
        where e.tenant_id = s.tenant_id and e.document = 'settlement' and e.document_id = s.id) x
      where (x.paid, x.got) is distinct from (case when s.status = 1 then s.amount else 0 end, case when s.status = 1 then -s.amount else 0 end)`,
  },
  {
    name: 'J17 a prepayment is owed by the clinic that took it',
    sql: `select p.prepay_id from ledger_posting p join prepay q on q.tenant_id = p.tenant_id and q.id = p.prepay_id
      where p.account = 'deposit' and p.clinic_id <> q.open_clinic_id group by p.prepay_id, p.clinic_id having sum(p.amount) <> 0`,
  },
  {
    name: 'J17 what clinics owe each other comes to nothing, and a card is owed by the clinic that opened it',
    sql: `select tenant_id as id from ledger_posting where account = 'interClinic' group by tenant_id, business_date, card_id, prepay_id having sum(amount) <> 0
      union all select p.card_id from ledger_posting p join member_card c on c.tenant_id = p.tenant_id and c.id = p.card_id
        where p.account in ('principal', 'times', 'bonus') and p.unit = 0 and p.clinic_id <> c.open_clinic_id
        group by p.card_id, p.account, p.clinic_id having sum(p.amount) <> 0`,
  },
  {
    name: 'J12 a bill is its original price less every discount',
    sql: `select id from bill where original_amount - discount_amount <> receivable_amount`,
  },
  {
    name: 'J12 the steps of the ladder are the discount, of every line and bill',
    sql: `select id from bill_item where discount_amount <> package_off + member_price_off + member_discount_off + coupon_off + line_percent_off
        + order_percent_off + reduction_off + rounding_off
      union all select b.id from bill b left join (select tenant_id, bill_id, sum(package_off + member_price_off + member_discount_off + coupon_off + line_percent_off
          + order_percent_off + reduction_off + rounding_off) as off, sum(rounding_off) as rounding from bill_item group by 1, 2) i
        on i.tenant_id = b.tenant_id and i.bill_id = b.id
      where b.discount_amount <> coalesce(i.off, 0) or b.rounding_amount <> coalesce(i.rounding, 0)`,
  },
  {
    name: 'J12 what coupons took off a bill is what its lines say, less those that came back with lines that were returned',
    sql: `select b.id from bill b left join (select tenant_id, bill_id, sum(coupon_off) as off, sum(coupon_off) filter (where returned_qty < qty) as stands
          from bill_item group by 1, 2) i
        on i.tenant_id = b.tenant_id and i.bill_id = b.id
      left join (select tenant_id, bill_id, sum(used_amount) as used from coupon where status = 2 group by 1, 2) c
        on c.tenant_id = b.tenant_id and c.bill_id = b.id
      where case when b.status in (2, 3, 4, 5) then not coalesce(c.used, 0) between coalesce(i.stands, 0) and coalesce(i.off, 0)
        else c.used is not null end`,
  },
  {
    name: 'J12 a package is its price: its lines come to it before anything is rounded, and nothing else comes off them',
    sql: `select min(bill_id::text)::uuid as id from bill_item where package_id is not null group by tenant_id, bill_id, package_no
      having sum(original_amount - package_off) <> min(package_price) or min(package_price) <> max(package_price) or count(distinct package_id) > 1
        or sum(member_price_off + member_discount_off + coupon_off + line_percent_off + order_percent_off + reduction_off) <> 0`,
  },
  {
    name: 'J12 only a bill with a card has member prices and percentages',
    sql: `select i.id from bill_item i join bill b on b.tenant_id = i.tenant_id and b.id = i.bill_id
      where i.member_price_off + i.member_discount_off > 0 and b.discount_card_id is null`,
  },
  {
    name: 'J16 what is open of an agreement is what its bill owes, and its parts are its sum',
    sql: `select q.id from instalment_plan q join bill b on b.tenant_id = q.tenant_id and b.id = q.bill_id
      where q.status = 1 and q.total_amount - q.paid_amount - q.cancelled_amount <> b.arrears_amount
      union all select q.id from instalment_plan q left join (select tenant_id, plan_id, sum(amount) as parts from instalment_period group by 1, 2) d
        on d.tenant_id = q.tenant_id and d.plan_id = q.id where q.total_amount is distinct from d.parts`,
  },
  {
    name: 'J21 every movement of a cashier is in one shift, of that cashier and clinic',
    sql: `select e.id from ledger_entry e left join cash_shift s on s.tenant_id = e.tenant_id and s.id = e.shift_id
      where e.actor_id is not null and (s.id is null or s.clinic_id <> e.clinic_id
        or (e.reverses_id is null and e.kind <> 5 and s.cashier_id <> e.actor_id))`,
  },
  {
    name: 'J21 the difference of a count is posted, and no other',
    sql: `select coalesce(s.id, e.id) as id from cash_shift s
      full join (select e.tenant_id, e.document_id as id, sum(p.amount) filter (where p.account = 'cash') as cash,
          -sum(p.amount) filter (where p.account = 'overShort') as over_short
        from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id where e.kind = 17 group by 1, 2) e
        on e.tenant_id = s.tenant_id and e.id = s.id
      where coalesce(s.difference_amount, 0) <> coalesce(e.cash, 0) or coalesce(s.difference_amount, 0) <> coalesce(e.over_short, 0)`,
  },
  {
    name: 'J22 a refund that was paid is the sum of its ways and of its lines',
    sql: `select r.id from refund r
      left join (select tenant_id, refund_id, -sum(amount) as back from bill_payment where kind = 4 group by 1, 2) p
        on p.tenant_id = r.tenant_id and p.refund_id = r.id
      left join (select tenant_id, refund_id, sum(amount) as taken from refund_item group by 1, 2) i on i.tenant_id = r.tenant_id and i.refund_id = r.id
      where (r.status = 2 and r.item_amount <> coalesce(i.taken, 0)) or coalesce(p.back, 0) <> case when r.status = 2 then r.refund_amount else 0 end`,
  },
  {
    name: 'J22 a bill has given back and taken off what its refunds say',
    sql: `select b.id from bill b left join (select tenant_id, bill_id, sum(item_amount) as taken, sum(refund_amount) as back
        from refund where status = 2 group by 1, 2) r on r.tenant_id = b.tenant_id and r.bill_id = b.id
      where (b.returned_amount, b.refunded_amount) is distinct from (coalesce(r.taken, 0), coalesce(r.back, 0))`,
  },
  {
    name: 'J22 bonus never goes out as money',
    sql: `select entry_id from ledger_posting where kind = 4 and payment_id is not null group by tenant_id, entry_id, payment_id, part
      having part = 'bonus' and bool_or(account in ('cash', 'clearing'))
      union all select entry_id from ledger_posting where kind = 9 group by tenant_id, entry_id
      having bool_or(account = 'principal') and -coalesce(sum(amount) filter (where account = 'cash'), 0)
        > coalesce(sum(amount) filter (where account = 'principal'), 0)`,
  },
  {
    name: 'J27 what is done of a line is what was noted, and no more than was not refunded',
    sql: `select i.id from bill_item i left join (select tenant_id, bill_item_id, sum(qty) as done,
          coalesce(sum(qty) filter (where by_charge), 0) as by_charge from bill_item_execution group by 1, 2) x
        on x.tenant_id = i.tenant_id and x.bill_item_id = i.id
      where i.executed_qty <> coalesce(x.done, 0) or i.executed_qty > i.qty - i.returned_qty or x.by_charge not between 0 and x.done`,
  },
  {
    name: 'J26 every success at a gateway is one movement by its way, in and out, and no other movement is told by a gateway',
    sql: `select coalesce(s.id, e.id) from (
        select t.tenant_id, t.id, t.paid_amount as amount from gateway_trade t
          where t.kind = 'desk' and t.paid_amount is not null and not exists (select 1 from pay_exception x
            where x.tenant_id = t.tenant_id and x.trade_id = t.id and x.type = 3)
        union all select x.tenant_id, x.id, x.amount from pay_exception x left join gateway_trade t on t.id = x.trade_id
          where x.amount > 0 and (x.type = 3 or (x.type = 2 and x.gateway_trade_no is distinct from t.gateway_trade_no))
        union all select g.tenant_id, g.id, -g.amount from gateway_refund g where g.status = 2) s
      full join (select e.tenant_id, e.document_id as id, sum(p.amount) as amount, count(distinct e.id) as times
        from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id and p.account = 'cash'
        where e.kind in (20, 21) group by 1, 2) e on e.tenant_id = s.tenant_id and e.id = s.id
      where s.amount is distinct from e.amount or e.times <> 1`,
  },
  {
    name: 'J26 on the clearing account lies what is under way at a gateway',
    sql: `select c.id from clinic c
      left join (select tenant_id, clinic_id, sum(amount) as held from ledger_posting where account = 'clearing' group by 1, 2) p
        on p.tenant_id = c.tenant_id and p.clinic_id = c.id
      left join (select tenant_id, clinic_id, -sum(amount) as due from gateway_trade where kind = 'desk' and status = 'received' group by 1, 2) t
        on t.tenant_id = c.tenant_id and t.clinic_id = c.id
      left join (select g.tenant_id, g.clinic_id, sum(g.amount) as back from gateway_refund g
          join refund r on r.tenant_id = g.tenant_id and r.id = g.refund_id and r.status in (4, 6) where g.status = 2 group by 1, 2) g
        on g.tenant_id = c.tenant_id and g.clinic_id = c.id
      where coalesce(p.held, 0) <> coalesce(t.due, 0) + coalesce(g.back, 0)`,
  },
  {
    name: 'J26 on the suspense account lies the money of the exceptions that wait',
    sql: `select c.id from clinic c
      left join (select tenant_id, clinic_id, sum(amount) as held from ledger_posting where account = 'suspense' group by 1, 2) p
        on p.tenant_id = c.tenant_id and p.clinic_id = c.id
      left join (select tenant_id, clinic_id, -sum(amount) as due from pay_exception where type <> 4 and status in (0, 3, 5) group by 1, 2) x
        on x.tenant_id = c.tenant_id and x.clinic_id = c.id
      where coalesce(p.held, 0) <> coalesce(x.due, 0)`,
  },
  {
    name: 'J28 nothing is posted into a closed month after it was closed',
    sql: `select e.id from ledger_entry e join month_close m on m.tenant_id = e.tenant_id and m.clinic_id = e.clinic_id and m.status = 1
        and m.month = date_trunc('month', e.business_date)::date
      where e.moment > m.closed_at and not e.is_carried`,
  },
  {
    name: 'J29 a closed month asked again gives its book',
    sql: `select id from month_close where status = 1 and book <> app.month_book(tenant_id, clinic_id, month)`,
  },
  {
    name: 'J24 a slip of frozen pay is the sum of its lines',
    sql: `select s.id from commission_slip s left join (select tenant_id, slip_id, sum(base_amount) as base, sum(pay_amount) as pay, count(*) as lines
          from commission_line group by 1, 2) l on l.tenant_id = s.tenant_id and l.slip_id = s.id
      where (s.base_amount, s.pay_amount, s.line_count) is distinct from (l.base, l.pay, l.lines)`,
  },
  {
    name: 'J23 an invoice is the sum of what it covers, and a red of what it takes back',
    sql: `select i.id from invoice i left join (select tenant_id, invoice_id, sum(amount) as total from invoice_source group by 1, 2) s
          on s.tenant_id = i.tenant_id and s.invoice_id = i.id where i.amount is distinct from s.total
      union all
      select r.id from invoice_red r left join (select tenant_id, red_id, sum(amount) as total from invoice_red_part group by 1, 2) x
          on x.tenant_id = r.tenant_id and x.red_id = r.id where r.amount is distinct from x.total`,
  },
  {
    name: 'J23 reds take back no more than their invoice, nor more than its tax, and one that is taken back whole has nothing left of either',
    sql: `select i.id from invoice i left join (select tenant_id, invoice_id, sum(amount) filter (where status <> 4) as total,
          sum(tax) filter (where status <> 4) as tax, sum(amount) filter (where status = 2) as issued, sum(tax) filter (where status = 2) as tax_issued
        from invoice_red group by 1, 2) r on r.tenant_id = i.tenant_id and r.invoice_id = i.id
      where r.total > i.amount or r.tax > i.tax or (r.total = i.amount and r.tax <> i.tax)
        or (i.status = 4) <> (i.status in (2, 4) and coalesce(r.issued, 0) = i.amount)`,
  },
  {
    name: 'J23 what is invoiced of a paper, less what is taken back, came in on it and has not gone back',
    sql: `with standing as (${STANDING})
      select bill_id from standing s where part in ('cash', 'deposit', 'principal')
        group by tenant_id, bill_id, part, card_id, prepay_id
        having sum(left_over) > coalesce((select -sum(p.amount) from ledger_posting p
          join bill_payment y on y.tenant_id = p.tenant_id and y.id = p.payment_id
          join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id
          left join member_card c on c.tenant_id = y.tenant_id and c.id = y.card_id
          where p.tenant_id = s.tenant_id and p.bill_id = s.bill_id and p.account = 'receivable' and p.part = s.part
            and (s.part <> 'cash' or m.type <> 6) and (s.part <> 'principal' or coalesce(c.main_card_id, c.id) = s.card_id)
            and (s.part <> 'deposit' or y.prepay_id = s.prepay_id)), 0)
      union all
      select card_log_id from standing s where part in ('recharge', 'times', 'fee') group by tenant_id, card_log_id, card_id, part
        having sum(left_over) > coalesce((select -sum(p.amount) from card_log l
          join ledger_entry e on e.tenant_id = l.tenant_id and (e.id = l.entry_id or e.reverses_id = l.entry_id)
          join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id and p.card_id = l.card_id and p.unit = 0
          where l.tenant_id = s.tenant_id and l.id = s.card_log_id
            and p.account = case s.part when 'recharge' then 'principal' when 'times' then 'times' else 'otherIncome' end), 0)
      union all
      select prepay_id from standing s where part = 'prepay' group by tenant_id, prepay_id
        having sum(left_over) > coalesce((select -sum(p.amount) from ledger_posting p where p.tenant_id = s.tenant_id
          and p.prepay_id = s.prepay_id and p.account = 'deposit' and (p.kind = 13 or (p.kind = 3 and p.bill_id is null))), 0)`,
  },
  {
    name: 'J23 stored money is invoiced once: as it came in or as it was used, by all cards and prepayments that share it',
    sql: `with recursive standing as (${STANDING}),
      edges as (
        select distinct p.tenant_id, p.card_id as a, q.card_id as b from ledger_posting p
          join ledger_posting q on q.tenant_id = p.tenant_id and q.entry_id = p.entry_id and q.account = 'principal'
          where p.kind = 10 and p.account = 'principal'
        union select tenant_id, id, from_id from prepay where from_id is not null
        union select tenant_id, from_id, id from prepay where from_id is not null),
      purse as (select distinct tenant_id, coalesce(card_id, prepay_id) as id from standing where part not in ('cash', 'fee')),
      linked(tenant_id, root, id) as (
        select tenant_id, id, id from purse
        union select l.tenant_id, l.root, e.b from linked l join edges e on e.tenant_id = l.tenant_id and e.a = l.id),
      holds as (
        select tenant_id, id, principal_amount + times_amount as amount from member_card
        union all select tenant_id, id, balance_amount from prepay
        union all select y.tenant_id, coalesce(c.main_card_id, y.card_id, y.prepay_id), -p.amount from ledger_posting p
          join bill_payment y on y.tenant_id = p.tenant_id and y.id = p.payment_id
          left join member_card c on c.tenant_id = y.tenant_id and c.id = y.card_id
          where p.account = 'receivable' and p.part in ('principal', 'times', 'deposit')
        union all select tenant_id, card_id, -amount from ledger_posting where account = 'otherIncome' and kind in (9, 11) and card_id is not null)
      select p.id from purse p where
        (select sum(s.left_over) from standing s join linked l on l.tenant_id = s.tenant_id and l.id = coalesce(s.card_id, s.prepay_id)
          where l.tenant_id = p.tenant_id and l.root = p.id and s.part not in ('cash', 'fee'))
        > (select coalesce(sum(h.amount), 0) from holds h join linked l on l.tenant_id = h.tenant_id and l.id = h.id
          where l.tenant_id = p.tenant_id and l.root = p.id)`,
  },
]
