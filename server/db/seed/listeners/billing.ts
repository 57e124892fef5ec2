import type { Visit } from '../events.ts'
import type { Listener } from '../story.ts'
import type { Doc } from '../world.ts'
import { openBill } from './billing/bill.ts'
import { Till } from './billing/till.ts'

export const billing: Listener = {
  module: 'billing',
  dice: 'story',
  hear: (scene) => {
    const { world } = scene
    const bills = new Map<Visit, Doc<'bill'>>()
    const till = new Till(scene)
    return {
      treated({ visit, at, text }) {
        bills.set(visit, openBill(world, visit, text, at))
      },
      charged({ visit, at, minute, cashier }) {
        till.charge(visit, bills.get(visit) as Doc<'bill'>, at, minute, cashier)
      },
      daysLived() {
        world.number(
          'bill',
          () => 'SF',
          (row) => row.open_time as Date,
          (row, _count, text) => world.note(row, { bill_no: text() }),
        )
        world.number(
          'bill_payment',
          () => 'ZF',
          (row) => row.pay_time as Date,
          (row, _count, text) => (row.pay_no = text()),
        )
      },
    }
  },
}
