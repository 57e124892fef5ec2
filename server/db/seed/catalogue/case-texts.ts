/** What a case of the demo tells. */
interface CaseText {
  title: string
  chiefComplaint: string
  diagnosis: string
  plan: string
  content: string
  tags: string[]
  months: number | null
  /** Told of patients who are still growing, or of grown-ups alone; left out: of anybody. */
  growing?: boolean
}

/** Words of cases by kind of treatment; nothing in them is of a person. */
export const caseTexts: Readonly<Record<'braces' | 'root', readonly CaseText[]>> = {
  braces: [
    {
      title: '下前牙中度拥挤的隐形矫治',
      chiefComplaint: '下前牙不齐，刷牙不干净',
      diagnosis: '安氏Ⅰ类错𬌗，下颌拥挤Ⅱ度',
      plan: '非拔牙，邻面去釉 2.5 mm，隐形矫治器 22 副，每副 10 天',
      content: '排齐后前牙中线一致，邻面触点正常。全程每 6–8 周复诊一次，夜间保持器长期佩戴。',
      tags: ['隐形', '非拔牙'],
      months: 10,
      growing: false,
    },
    {
      title: '上颌前突的拔牙矫治',
      chiefComplaint: '牙齿前突，闭唇费力',
      diagnosis: '安氏Ⅱ类 1 分类，深覆盖Ⅱ度',
      plan: '拔除四颗第一前磨牙，固定矫治，种植支抗内收前牙',
      content: '内收后覆盖 3 mm，闭唇自然，侧貌改善。治疗中需要每 4 周复诊，关闭间隙约 8 个月。',
      tags: ['固定矫治', '拔牙', '支抗'],
      months: 24,
      growing: false,
    },
    {
      title: '青少年深覆𬌗的固定矫治',
      chiefComplaint: '上牙盖住下牙',
      diagnosis: '安氏Ⅱ类 2 分类，深覆𬌗Ⅲ度',
      plan: '自锁托槽，平面导板打开咬合，非拔牙',
      content: '先打开咬合，再排齐整平。覆𬌗恢复到 1/3，磨牙达到中性关系。',
      tags: ['青少年', '自锁'],
      months: 20,
      growing: true,
    },
    {
      title: '前牙间隙的关闭与保持',
      chiefComplaint: '门牙缝大',
      diagnosis: '安氏Ⅰ类错𬌗，上颌间隙 4 mm',
      plan: '固定矫治关闭间隙，舌侧丝保持',
      content: '关闭间隙用 6 个月，舌侧丝与压膜保持器联合保持，复诊无复发。',
      tags: ['间隙', '保持'],
      months: 12,
      growing: false,
    },
    {
      title: '个别前牙反𬌗的早期矫治',
      chiefComplaint: '一颗上门牙长在里面',
      diagnosis: '个别前牙反𬌗',
      plan: '上颌𬌗垫舌簧活动矫治器，必要时局部固定',
      content: '六周解除反𬌗，之后观察恒牙萌出。配合度高，疗程短。',
      tags: ['早期矫治'],
      months: 4,
      growing: true,
    },
  ],
  root: [
    {
      title: '下颌磨牙急性牙髓炎的根管治疗',
      chiefComplaint: '后牙夜间痛、冷热痛',
      diagnosis: '急性牙髓炎',
      plan: '显微根管治疗，树脂充填，择期全冠修复',
      content: '一次急诊开髓止痛，两次完成根管充填。术后片示根充到位，叩痛消失。',
      tags: ['根管', '显微'],
      months: null,
    },
    {
      title: '慢性根尖周炎的再治疗',
      chiefComplaint: '做过治疗的牙又肿了',
      diagnosis: '慢性根尖周炎',
      plan: '取出旧充填物，找全根管，封药两次后热牙胶充填',
      content: '根尖低密度影在复查片上明显缩小，咀嚼无不适。',
      tags: ['根管再治疗'],
      months: null,
      growing: false,
    },
    {
      title: '大面积龋坏保住了真牙',
      chiefComplaint: '牙烂了一大块，想保留',
      diagnosis: '牙髓坏死',
      plan: '根管治疗，纤维桩核，全瓷冠',
      content: '冠方剩余牙体足够做箍，桩核后全瓷冠恢复咬合，避免拔牙种植。',
      tags: ['保牙', '桩核冠'],
      months: 2,
      growing: false,
    },
  ],
}
