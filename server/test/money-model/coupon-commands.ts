import { contract } from '@dentin/contract'
import { at, charge, clinicOf, openBill, pickOf, requestId } from './commands.ts'
import type { Command, Dice } from './commands.ts'
import type { Coupon } from './model.ts'
import { couponTypes, type Play } from './play.ts'

async function give(play: Play, dice: Dice, owner = dice[1] % 4 === 0 ? 1 : 0, type = dice[0]): Promise<Coupon> {
  const n = type % couponTypes.length
  let coupon: Coupon | undefined
  await play.both(
    'give a coupon',
    `type ${n}`,
    () => (coupon = play.world.giveCoupon(owner, at(couponTypes, n))),
    async (made) => {
      await play.call(dice[2] % 2, 0, contract.coupon.issue, {
        typeId: at(play.stage.coupons, n),
        patientIds: [play.patients[owner] as string],
        requestId: requestId(),
      })
      const [row] = await play.app.sql<{ id: string }>(
        'select id from coupon where patient_id = $1 order by issued_at desc, id desc limit 1',
        [play.patients[owner]],
      )
      play.coupons.set(made(), row?.id as string)
    },
  )
  return coupon as Coupon
}

/** Coupons of a patient that may be used, now and then any; some are given when there are none. */
async function chosen(play: Play, dice: Dice, owner: number): Promise<Coupon[]> {
  const [a, b, c] = dice
  const own = () => play.world.coupons.filter((coupon) => coupon.owner === owner)
  const free = () => own().filter(({ status, bill }) => status === 1 && !bill)
  while (free().length < 1 + (c % 2)) await give(play, dice, owner, a + free().length)
  const first = (b % 5 === 0 ? pickOf(own(), b >> 3) : undefined) ?? (pickOf(free(), a) as Coupon)
  const second = c % 2 === 0 ? undefined : free().find((coupon) => coupon !== first)
  return second ? [first, second] : [first]
}

async function openWith(play: Play, dice: Dice) {
  const patient = dice[4] % 4 === 0 ? 1 : 0
  return openBill(play, dice, patient, clinicOf(dice[3]), await chosen(play, dice, patient))
}

export const couponCommands: Readonly<Record<string, Command>> = {
  'give a coupon': (play, dice) => give(play, dice),
  'open a bill with coupons': openWith,
  'charge a bill with coupons': async (play, dice) => {
    const found = play.world.bills.find(
      (bill) => bill.status === 1 && play.world.coupons.some((each) => each.bill === bill),
    )
    const bill = found ?? (await openWith(play, dice))
    if (!bill) return
    const amount = dice[1] % 2 === 0 ? bill.receivable : Math.floor(bill.receivable / 2)
    await charge(play, 'charge a bill with coupons', bill, {
      person: dice[2] % 2,
      ways: [{ method: 'cash', amount }],
      leave: true,
      collect: false,
    })
  },
  'void a coupon': async (play, dice) => {
    const all = () => play.world.coupons
    if (all().length === 0) await give(play, dice)
    const unused = all().filter(({ status }) => status === 1)
    const coupon = (dice[1] % 3 === 0 ? undefined : pickOf(unused, dice[0])) ?? pickOf(all(), dice[0])
    if (!coupon) return
    await play.both(
      'void a coupon',
      `#${coupon.no}`,
      () => play.world.voidCoupon(coupon),
      async () => {
        const id = play.coupons.get(coupon) as string
        await play.call(dice[2] % 2, 0, contract.coupon.void, {
          id,
          version: await play.version('coupon', id),
          reason: '发错',
        })
      },
    )
  },
}
