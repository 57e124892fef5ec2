/** What is chosen from at the first examination; numbers are stored, words are shown. */
export const badHabits = ['吮指', '吐舌', '口呼吸', '咬唇', '偏侧咀嚼', '夜磨牙'] as const
export const puberty = ['未到', '进行中', '已过'] as const
export const symmetryNames = { 0: '对称', 1: '左偏', 2: '右偏' } as const
export const faceTypes = ['短面', '均面', '长面'] as const
export const lipClosures = ['闭合', '不全', '紧张'] as const
export const profiles = ['直', '凸', '凹'] as const
export const nasolabialAngles = ['锐', '正常', '钝'] as const
export const chins = ['正常', '后缩', '前突'] as const
export const mandibularPlanes = ['低角', '均角', '高角'] as const
export const dentitions = ['乳牙列', '替牙列', '恒牙列'] as const
export const archForms = ['尖圆', '卵圆', '方圆'] as const
/** Relation of molars and canines. */
export const relationNames = { 1: '中性', 2: '远中尖对尖', 3: '完全远中', 4: '近中尖对尖', 5: '完全近中' } as const
export const angleTypes = ['Ⅰ', 'Ⅱ1', 'Ⅱ2', 'Ⅱ亚类', 'Ⅲ', 'Ⅲ亚类'] as const
export const anchorages = ['弱', '中', '强', '种植支抗'] as const
export const skeletalClasses = ['Ⅰ类', 'Ⅱ类', 'Ⅲ类'] as const
/** Figures of a lateral film, in degrees, typed in. */
export const cephFigures = {
  SNA: { min: 60, max: 110 },
  SNB: { min: 60, max: 110 },
  ANB: { min: -20, max: 20 },
  'SN-MP': { min: 0, max: 70 },
  'U1-SN': { min: 60, max: 150 },
  'L1-MP': { min: 50, max: 150 },
} as const
export type CephFigure = keyof typeof cephFigures
export const parParts = {
  upperAnterior: '上前牙',
  lowerAnterior: '下前牙',
  buccal: '颊侧咬合',
  overjet: '覆盖',
  overbite: '覆𬌗',
  centreline: '中线',
} as const
