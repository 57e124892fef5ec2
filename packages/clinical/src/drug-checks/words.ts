import { drugClassNames } from './class-names.ts'
import { listedDrugs } from './classes.ts'

type Synonyms = Readonly<Record<string, string>>

const drugNames: Synonyms = Object.fromEntries(
  listedDrugs.flatMap(({ id, nameZh }) => {
    const plain = nameZh.replace(/（.*）/, '').replace(/^(盐酸|醋酸|硫酸|甲磺酸|葡萄糖酸)/, '')
    const stem = plain.replace(/(注射液|含漱液|口腔凝胶|口腔软膏|口腔贴片|口腔含片|凝胶|软膏|气雾剂|钠|钾)$/, '')
    return [nameZh, plain, ...(stem.length > 2 ? [stem] : [])].map((word): [string, string] => [word, id])
  }),
)

/** What people write for an allergen, as a class, a drug, or '' where no drug belongs to it. */
const allergenWords: Synonyms = {
  ...drugNames,
  ...Object.fromEntries(Object.entries(drugClassNames).map(([name, word]) => [word, name])),
  青霉素: 'penicillin',
  盘尼西林: 'penicillin',
  阿莫: 'penicillin',
  头孢: 'cephalosporin',
  先锋: 'cephalosporin',
  磺胺: 'sulfonamide',
  普鲁卡因: 'esterAnaesthetic',
  利多卡因: 'amideAnaesthetic',
  四环素: 'tetracycline',
  酒精: '',
  海鲜: '',
  花粉: '',
}

/** What people write for a medicine they take: a drug of the list or a group the list does not hold. */
const medicineWords: Synonyms = {
  ...drugNames,
  华法林: 'warfarin',
  利伐沙班: 'anticoagulant',
  达比加群: 'anticoagulant',
  阿哌沙班: 'anticoagulant',
  抗凝药: 'anticoagulant',
  甲氨蝶呤: 'methotrexate',
  阿托伐他汀: 'statin',
  辛伐他汀: 'statin',
  瑞舒伐他汀: 'statin',
  他汀: 'statin',
  碳酸锂: 'lithium',
  卡托普利: 'acei',
  依那普利: 'acei',
  培哚普利: 'acei',
  氢氯噻嗪: 'diuretic',
  呋塞米: 'diuretic',
  螺内酯: 'diuretic',
  利尿药: 'diuretic',
  氟西汀: 'ssri',
  舍曲林: 'ssri',
  帕罗西汀: 'ssri',
  西酞普兰: 'ssri',
  艾司西酞普兰: 'ssri',
  苯乙肼: 'maoi',
  司来吉兰: 'maoi',
  吗氯贝胺: 'maoi',
  普萘洛尔: 'betaBlocker',
  纳多洛尔: 'betaBlocker',
  阿米替林: 'tricyclic',
  丙米嗪: 'tricyclic',
  氯米帕明: 'tricyclic',
  多塞平: 'tricyclic',
  避孕药: 'contraceptive',
  格列美脲: 'sulfonylurea',
  格列齐特: 'sulfonylurea',
  格列吡嗪: 'sulfonylurea',
  格列本脲: 'sulfonylurea',
  氢氧化铝: 'antacid',
  铝碳酸镁: 'antacid',
  抗酸药: 'antacid',
  硫酸亚铁: 'iron',
  琥珀酸亚铁: 'iron',
  铁剂: 'iron',
  阿仑膦酸: 'bisphosphonate',
  唑来膦酸: 'bisphosphonate',
  利塞膦酸: 'bisphosphonate',
  双膦酸盐: 'bisphosphonate',
  二甲双胍: '',
  氨氯地平: '',
  硝苯地平: '',
  胰岛素: '',
  左甲状腺素: '',
}

const diseaseWords: Synonyms = {
  胃溃疡: 'ulcer',
  十二指肠溃疡: 'ulcer',
  消化性溃疡: 'ulcer',
  消化道溃疡: 'ulcer',
  重度肾功能不全: 'renal',
  肾衰竭: 'renal',
  尿毒症: 'renal',
  心力衰竭: 'heartFailure',
  心衰: 'heartFailure',
  高铁血红蛋白血症: 'methaemoglobinaemia',
  结肠炎: 'colitis',
  未控制甲亢: 'hyperthyroidism',
  未控制的甲亢: 'hyperthyroidism',
  嗜铬细胞瘤: 'phaeochromocytoma',
  不稳定型心绞痛: 'unstableAngina',
  不稳定心绞痛: 'unstableAngina',
  冠心病: 'cardiac',
  心肌梗死: 'cardiac',
  心律失常: 'cardiac',
  稳定型心绞痛: 'cardiac',
  阿司匹林哮喘: 'aspirinAsthma',
  阿司匹林诱发哮喘: 'aspirinAsthma',
  高血压: '',
  糖尿病: '',
  乙肝: '',
}

const vocabularies = { allergen: allergenWords, medicine: medicineWords, disease: diseaseWords }

const none = /^(无|没有|否认|无特殊|未发现|均无)$/
const denied = /^(无|否认|没有|未(?!控制)|非(?!甾体))/
const filler =
  /过敏|药物|反应|严重|皮疹|休克|曾经?|对|有|史|类|药|片|胶囊|注射液|口服|服用|长期|抗生素|皮试|阳性|轻度|中度|病|\d+(?:\.\d+)?\s*(?:mg|g|ml|μg|ug|片|粒|次|天|日)?|每天|每日|每|早晚|钠|钾|钙|盐酸|\s+/g

/**
 * What a free text names. `found`: classes, drugs or groups ('' never among them). `unknown`: the parts that the
 * vocabulary does not hold, which nobody may take for nothing.
 */
export function readWords(kind: keyof typeof vocabularies, text: string): { found: string[]; unknown: string[] } {
  const vocabulary = Object.entries(vocabularies[kind]).sort(([a], [b]) => b.length - a.length)
  const found = new Set<string>()
  const unknown: string[] = []
  for (const part of text.split(/[、，,；;。和及与/+\n]+/).map((piece) => piece.trim())) {
    if (part === '' || none.test(part)) continue
    if (denied.test(part) || /[？?]|不详|待查/.test(part)) {
      unknown.push(part)
      continue
    }
    let rest = part
    let known = false
    for (const [word, meaning] of vocabulary) {
      if (!rest.includes(word)) continue
      rest = rest.replaceAll(word, ' ')
      known = true
      if (meaning !== '') found.add(meaning)
    }
    if (!known || rest.replace(filler, '').length > 0) unknown.push(part)
  }
  return { found: [...found], unknown }
}

/** The drug of the shared list that a name means, or undefined. */
export const drugNamed = (name: string): string | undefined => drugNames[name.trim()]
