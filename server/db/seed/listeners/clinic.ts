import { makeAddedWords, type Company } from '../organisation.ts'
import type { World } from '../world.ts'
import type { Listener } from '../story.ts'
import { makePackages } from './clinic/packages.ts'
import { makeTariffs } from './clinic/tariffs.ts'

/** Where parcels go beside the front desk, in the house that has a store room. */
const MORE = [
  { who: 1, floor: '2 楼加工件室', tag: '加工件', remark: '义齿、模型请送这里，工作日 9 点后' },
  { who: 2, floor: '地下一层库房', tag: '库房', remark: '大件走侧门货梯' },
]

export const clinic: Listener = {
  module: 'clinic',
  dice: 'story',
  hear: ({ world, companies }) => ({
    presentReached() {
      makeAddresses(world, companies)
      // Prices came later: they have dice of their own, so that nothing else of the demo moves.
      makeTariffs(world.withDice(world.r.of('tariffs')), companies)
    },
    addedSince: () => {
      makeAddedWords(world, companies)
      makePackages(world.withDice(world.r.of('packages')), companies)
    },
  }),
}

/** Every clinic has its parcels sent to its front desk; the first one also to a room for lab work and to its store. */
function makeAddresses(world: World, companies: readonly Company[]): void {
  for (const clinic of companies.flatMap((company) => company.clinics)) {
    const row = world.rows('clinic').find((each) => each.id === clinic.id)
    const parts = /^(.+?市)(.+?区)(.+)$/.exec(row?.address ?? '')
    if (!parts) continue
    const [, city = '', district = '', street = ''] = parts
    const first = { who: 0, floor: '1 楼前台', tag: '前台', remark: '' }
    for (const [n, place] of [first, ...(clinic === companies[0]?.clinics[0] ? MORE : [])].entries()) {
      const receiver = clinic.onShifts[place.who] ?? clinic.reception[0] ?? clinic.director
      const at = world.at(-150 + n * 20, 620)
      const person = world.rows('employee').find((each) => each.id === receiver.id)
      world.create(
        'clinic_delivery_address',
        {
          tenant_id: clinic.company.tenantId,
          id: world.r.uuid(at),
          clinic_id: clinic.id,
          receiver: receiver.name,
          mobile: person?.phone || '13805710118',
          province: '浙江省',
          city,
          district,
          detail: `${street} ${place.floor}`,
          postcode: '',
          tag: place.tag,
          remark: place.remark,
          slot: n + 1,
          is_default: n === 0,
          created_at: at,
          updated_at: at,
        },
        clinic.director,
        at,
      )
    }
  }
}
