import { removalReasons, toothConditions, type ToothConditionId, type ToothMarkStatus } from './tooth-conditions.ts'

/** Two letters for each condition, beside the single letter that many have. */
const codes: Record<ToothConditionId, string> = {
  caries: 'ca',
  filling: 'fi',
  rct: 'rc',
  periapical: 'ap',
  crown: 'cr',
  wedge: 'wd',
  residual_root: 'rr',
  implant: 'im',
  missing: 'mi',
  impacted: 'zi',
  sound: 'ok',
  secondary_caries: 'sc',
  pulpitis: 'pu',
  residual_crown: 'dc',
  unerupted: 'un',
  erupting: 'er',
  embedded: 'eb',
  retained_deciduous: 'rd',
  supernumerary: 'sn',
  mobility1: 'lo',
  mobility2: 'lp',
  mobility3: 'lq',
  furcation: 'fu',
  recession: 're',
  attrition: 'at',
  crack: 'ck',
  fracture: 'fr',
  fluorosis: 'fl',
  temporary_crown: 'tc',
  bridge_abutment: 'ab',
  pontic: 'po',
  veneer: 've',
  inlay: 'in',
  post_core: 'pc',
  implant_abutment: 'ia',
  removable: 'rp',
  sealant: 'se',
  bracket: 'bk',
  space_maintainer: 'sm',
  veneer_defect: 'vd',
  cyst: 'cy',
  root_fracture: 'rf',
  resorption: 'rs',
  overgrowth: 'og',
  lost_early: 'le',
  congenitally_missing: 'ag',
  space_closed: 'cl',
  malposed: 'mp',
  overerupted: 'oe',
  anomaly: 'an',
  retainer: 'rt',
  splint: 'sp',
  full_denture: 'fd',
  rct_needed: 'nr',
  extract_planned: 'xp',
  other: 'ot',
}

/** What a letter or two of the call-out line name: a condition, or a whole bridge. */
export type CalloutFinding = ToothConditionId | 'bridge'
export const findingOfCode = new Map<string, CalloutFinding>([
  ...toothConditions.flatMap(({ id, key }): [string, CalloutFinding][] => [
    ...(key === null ? [] : [[key.toLowerCase(), id] as [string, CalloutFinding]]),
    [codes[id], id],
  ]),
  ['br', 'bridge'],
])

/** Somebody's own letters for findings. */
export type CalloutKeys = Readonly<Partial<Record<ToothConditionId, string>>>

/** What letters mean to somebody: what is his own goes before the usual. */
export const findingOf = (code: string, own: CalloutKeys = {}): CalloutFinding | undefined =>
  toothConditions.find(({ id }) => own[id] === code)?.id ?? findingOfCode.get(code)

/** Why letters can't be somebody's own for a finding, in Chinese; null when they can. */
export function calloutKeyProblem(code: string): string | null {
  if (!/^[a-z]{1,2}$/.test(code)) return '用 1 或 2 个小写字母'
  if (/^[modblic]+$/.test(code)) return '只由 m d b l o i c 组成的字母是牙面'
  return code === 'u' || code === 'br' ? `「${code}」另有意思` : null
}

/** The letters of a condition, the shortest first, for the list of keys. */
export const codesOf = (id: ToothConditionId): string[] => [
  ...toothConditions.flatMap((condition) =>
    condition.id === id && condition.key ? [condition.key.toLowerCase()] : [],
  ),
  codes[id],
]

/** Letters after a slash: 计划, 进行中, 外院完成, 拆除. */
export const statusOfLetter: Readonly<Record<string, ToothMarkStatus>> = {
  p: 'planned',
  j: 'inProgress',
  w: 'external',
  x: 'removed',
}

/** What a Chinese word stands for. */
export type CalloutWord =
  | { kind: 'quadrant'; quadrant: 1 | 2 | 3 | 4 }
  | { kind: 'surfaces'; surfaces: string }
  | { kind: 'detail'; detail: string }
  | { kind: 'status'; status: ToothMarkStatus }
  | { kind: 'finding'; finding: CalloutFinding }
  /** Why something is taken off. */
  | { kind: 'reason'; reason: string }
  | { kind: 'deciduous' }
  | { kind: 'nothing' }

const say = <K extends CalloutWord>(words: string, word: K): [string, CalloutWord][] =>
  words.split(' ').map((each) => [each, word])
const finding = (words: string, id: CalloutFinding) => say(words, { kind: 'finding', finding: id })

const words: readonly [string, CalloutWord][] = [
  ...toothConditions.map(({ id, nameZh }): [string, CalloutWord] => [nameZh, { kind: 'finding', finding: id }]),
  ...toothConditions.flatMap(({ details = [] }) =>
    details.map((detail): [string, CalloutWord] => [detail, { kind: 'detail', detail }]),
  ),
  ...say('右上', { kind: 'quadrant', quadrant: 1 }),
  ...say('左上', { kind: 'quadrant', quadrant: 2 }),
  ...say('左下', { kind: 'quadrant', quadrant: 3 }),
  ...say('右下', { kind: 'quadrant', quadrant: 4 }),
  ...say('乳', { kind: 'deciduous' }),
  ...say('近中 近中面', { kind: 'surfaces', surfaces: 'M' }),
  ...say('远中 远中面', { kind: 'surfaces', surfaces: 'D' }),
  ...say('近远中', { kind: 'surfaces', surfaces: 'MD' }),
  ...say('颊 颊面 颊侧 唇 唇面 唇侧', { kind: 'surfaces', surfaces: 'B' }),
  ...say('舌 舌面 舌侧 腭 腭面 腭侧', { kind: 'surfaces', surfaces: 'L' }),
  ...say('𬌗 𬌗面 合 合面 咬合 咬合面 牙合 牙合面', { kind: 'surfaces', surfaces: 'O' }),
  ...say('切 切端 切缘', { kind: 'surfaces', surfaces: 'I' }),
  ...say('颈 颈部', { kind: 'surfaces', surfaces: 'C' }),
  ...say('树脂', { kind: 'detail', detail: '复合树脂' }),
  ...say('银汞', { kind: 'detail', detail: '银汞合金' }),
  ...say('计划 拟 拟行 需 建议', { kind: 'status', status: 'planned' }),
  ...say('进行中 治疗中', { kind: 'status', status: 'inProgress' }),
  ...say('外院 外院完成', { kind: 'status', status: 'external' }),
  ...say('拆除 拆', { kind: 'status', status: 'removed' }),
  ...say('已完成 完成', { kind: 'status', status: 'completed' }),
  // 继发龋 stays the finding; as a reason it is the third: /x3.
  ...removalReasons.flatMap((reason) => (reason === '继发龋' ? [] : say(reason, { kind: 'reason', reason }))),
  ...finding('龋坏 龋齿 蛀牙', 'caries'),
  ...finding('充填 补牙 补', 'filling'),
  ...finding('根充 根管 根管充填 已根充 杀神经', 'rct'),
  ...finding('根尖炎', 'periapical'),
  ...finding('全冠 牙冠 烤瓷冠', 'crown'),
  ...finding('楔缺', 'wedge'),
  ...finding('种植 种植牙', 'implant'),
  ...finding('缺牙 缺 拔除 拔牙 已拔', 'missing'),
  ...finding('先天缺牙 先天性缺失 先天性缺牙 先天无牙胚', 'congenitally_missing'),
  ...finding('松动', 'mobility1'),
  ...finding('分叉 根分叉', 'furcation'),
  ...finding('退缩', 'recession'),
  ...finding('磨损', 'attrition'),
  ...finding('封闭', 'sealant'),
  ...finding('托槽 附件', 'bracket'),
  ...finding('桥 固定桥', 'bridge'),
  ...finding('囊肿', 'cyst'),
  ...finding('增生', 'overgrowth'),
  ...finding('保持丝 保持器', 'retainer'),
  ...finding('总义齿', 'full_denture'),
  ...finding('活动牙 可摘义齿', 'removable'),
  ...say('牙 的 有 见 及 和 、 ， 。 ； 面 部 侧 ： 度', { kind: 'nothing' }),
]

const byWord = new Map(words)
const longest = Math.max(...words.map(([word]) => word.length))

/** The longest word that begins at a place of a text. */
export function wordAt(text: string, at: number): { length: number; word: CalloutWord } | undefined {
  for (let length = Math.min(longest, text.length - at); length > 0; length -= 1) {
    const word = byWord.get(text.slice(at, at + length))
    if (word) return { length, word }
  }
  return undefined
}
