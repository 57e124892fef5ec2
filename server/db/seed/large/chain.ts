import { famous, givenNames, surnames } from '../catalogue/names.ts'
import { demoPlans, type ClinicPlan, type CompanyPlan, type ShiftName, type Skill } from '../organisation.ts'
import type { Random } from '../random.ts'

/** Doctors of every clinic: enough for a week board of ten. */
const DOCTORS = 10

const places: readonly [city: string, code: string, roads: string][] = [
  [
    '杭州市',
    '0571',
    '文晖路 天目山路 莫干山路 凤起路 体育场路 西溪路 江南大道 滨盛路 长河路 古墩路 紫荆花路 学院路 教工路 石祥路',
  ],
  ['宁波市', '0574', '中山东路 百丈东路 通途路 环城西路 江东北路 鄞县大道'],
  ['绍兴市', '0575', '解放南路 胜利西路 迪荡街 云东路'],
  ['嘉兴市', '0573', '中环南路 禾兴北路 广益路 纺工路'],
  ['湖州市', '0572', '红丰路 劳动路 龙溪北路'],
  ['金华市', '0579', '八一南街 双溪西路 丹溪路'],
  ['台州市', '0576', '市府大道 中心大道 葭沚街'],
  ['温州市', '0577', '车站大道 学院东路 瓯江路'],
  ['苏州市', '0512', '干将东路 现代大道 狮山路'],
]

const specialties: readonly [
  name: string,
  title: string,
  skills: readonly Skill[],
  shift: ShiftName,
  off: readonly number[],
][] = [
  ['牙体牙髓', '副主任医师', ['endo'], '全日班', [2, 5]],
  ['正畸', '主治医师', ['ortho'], '正畸班', [1, 4]],
  ['种植', '副主任医师', ['implant'], '手术班', [3, 6]],
  ['牙周', '主治医师', ['perio'], '全日班', [1, 5]],
  ['修复', '主治医师', ['prosth'], '全日班', [2, 6]],
  ['儿牙', '主治医师', ['pedo'], '儿牙班', [3, 4]],
  ['牙体牙髓', '住院医师', ['endo', 'prosth'], '晚班', [0, 3]],
  ['牙体牙髓', '主治医师', ['endo', 'perio'], '全日班', [4, 6]],
  ['正畸', '住院医师', ['ortho'], '正畸班', [2, 3]],
  ['修复', '住院医师', ['prosth', 'endo'], '晚班', [1, 2]],
]

/** One chain of so many clinics; the first is the one of the ordinary demo, brought to ten doctors. */
export function largeChain(r: Random, clinics: number): CompanyPlan {
  const demo = demoPlans[0] as CompanyPlan
  const taken = new Set(
    demo.clinics.flatMap(({ doctors, staff }) => [
      ...doctors.map(({ name }) => name),
      ...staff.map(([, name]) => name),
    ]),
  )
  const nameOf = (gender: 0 | 1): string => {
    const pool = (givenNames[2] as (typeof givenNames)[number]).names[gender].split(' ')
    for (;;) {
      const name = r.weighted(surnames) + r.pick(pool)
      if (taken.has(name) || famous.has(name)) continue
      taken.add(name)
      return name
    }
  }
  const gender = (): 0 | 1 => (r.chance(0.45) ? 0 : 1)
  const doctor = (clinic: number, n: number): ClinicPlan['doctors'][number] => {
    const [specialty, title, skills, shift, off] = specialties[n % specialties.length] as (typeof specialties)[number]
    const of = gender()
    return {
      name: nameOf(of),
      gender: of,
      login: `doctor_${clinic + 1}_${n + 1}`,
      title,
      specialty,
      skills,
      shift,
      chair: `${n + 1} 诊室`,
      off,
      fill: 0.5,
    }
  }
  const roads = places.flatMap(([city, code, names]) => names.split(' ').map((road) => ({ city, code, road })))
  const first = demo.clinics[0] as ClinicPlan
  const plans = Array.from({ length: clinics }, (_, n): ClinicPlan => {
    if (n === 0) {
      // Whoever works in another clinic on some day of the demo stays in this one.
      const own = first.doctors.map(({ away: _away, ...each }) => each)
      const more = Array.from({ length: DOCTORS - own.length }, (_, m) => ({
        ...doctor(0, own.length + m),
        chair: `${own.length + m + 3} 诊室`,
      }))
      return { ...first, doctors: [...own, ...more] }
    }
    const place = roads[(n - 1) % roads.length] as (typeof roads)[number]
    const again = n > roads.length ? '二店' : ''
    return {
      name: `${place.city.slice(0, 2)}${place.road}门诊${again}`,
      short: `${place.road}${again}`,
      introduction: `${place.city}${place.road}的口腔门诊，十位医生，工作日与周末照常接诊。`,
      traffic: `公交${place.road}站下车即到；门前可临时停车。`,
      address: `${place.city}${place.road} ${r.int(8, 980)} 号`,
      phone: `${place.code}-8${r.int(100, 999)}${r.int(1000, 9999)}`,
      doctors: Array.from({ length: DOCTORS }, (_, m) => doctor(n, m)),
      staff: (['director', 'nurse', 'nurse', 'reception', 'reception', 'consultant'] as const).map((post, m) => {
        const of = post === 'director' ? gender() : 1
        return [post, nameOf(of), of, `${post}_${n + 1}_${m + 1}`]
      }),
    }
  })
  return { ...demo, clinics: plans }
}
