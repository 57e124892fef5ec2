import type { WrittenLine } from '@dentin/contract'

/** A line of the demo's prescriptions: the drug by its code. */
export type DemoLine = Omit<WrittenLine, 'drugId' | 'price' | 'skinTest'> & {
  code: string
  skinTest: 'none' | 'exempt' | 'negative'
}

const tablet = (code: string, spec: string, mg: number, frequency: DemoLine['frequency'], days = 3): DemoLine => ({
  code,
  spec,
  singleDose: mg,
  doseUnit: 'mg',
  route: '口服',
  frequency,
  days,
  unit: '片',
  totalQty: null,
  skinTest: 'none',
  remark: '',
})
const amoxicillin: DemoLine = { ...tablet('amoxicillin', '0.25g', 500, 'q8h'), unit: '粒', skinTest: 'negative' }
const metronidazole: DemoLine = { ...tablet('metronidazole', '0.2g', 200, 'q8h'), remark: '服药期间不饮酒' }
const cefaclor: DemoLine = { ...tablet('cefaclor', '0.25g', 250, 'q8h'), unit: '粒' }
const ibuprofen: DemoLine = { ...tablet('ibuprofen', '0.2g', 200, 'tid', 2), remark: '饭后' }
const rinse: DemoLine = {
  ...tablet('chlorhexidine', '0.12%', 10, 'bid', 7),
  doseUnit: 'ml',
  route: '含漱',
  unit: '瓶',
  totalQty: 1,
  remark: '含漱 1 分钟',
}

/** A child's painkiller: 10 mg a kilogram. */
export const forChild = (weightKg: number): DemoLine => ({
  ...ibuprofen,
  singleDose: weightKg * 10,
  totalQty: 1,
  unit: '瓶',
  remark: `饭后，按 ${weightKg} kg 计`,
})

/** What a unit of a drug costs at the clinic, in fen. */
export const unitPrices: Readonly<Record<string, number>> = {
  amoxicillin: 85,
  metronidazole: 30,
  cefaclor: 160,
  ibuprofen: 65,
  chlorhexidine: 1800,
}

/** What is usually prescribed for what, and how often. The first that fits is taken. */
export const courses: readonly { words: RegExp; often: number; lines: readonly DemoLine[] }[] = [
  { words: /冠周炎|阻生/, often: 0.7, lines: [cefaclor, metronidazole, rinse] },
  { words: /根尖周|脓肿/, often: 0.35, lines: [amoxicillin, ibuprofen] },
  { words: /牙髓炎/, often: 0.3, lines: [ibuprofen] },
  { words: /牙周炎/, often: 0.3, lines: [metronidazole, rinse] },
  { words: /龈炎/, often: 0.15, lines: [rinse] },
  { words: /残根|拔/, often: 0.3, lines: [amoxicillin, ibuprofen] },
]

/** Why an auditor hands a prescription back. */
export const refusals: readonly string[] = [
  '诊断与用药不符，请核对',
  '单纯牙髓炎无须用抗菌药物',
  '请写明皮试结果',
  '疗程请按 3 日开具',
  '请先询问近期用药',
]
