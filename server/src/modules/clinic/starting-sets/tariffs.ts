import type { NewId } from '../defaults.ts'
import { pinyinCode, tariffSearch } from '../rules.ts'

type Unit = '次' | '颗' | '单颌' | '全口' | '张' | '个' | '副' | '象限' | '支' | '盒' | '瓶'
/** One priced service. Flags: T names a tooth, C is priced per tooth, N takes no discount. */
type Line = [code: string, name: string, unit: Unit, price: number, flags?: string, minutes?: number]

/** Two levels: top category → category → services. */
const tree: Record<string, Record<string, Line[]>> = {
  检查: {
    诊查: [
      ['JC01', '口腔诊查', '次', 40, 'N', 10],
      ['JC02', '口腔全面检查', '次', 120, '', 30],
      ['JC03', '牙髓活力测验', '次', 30, 'T', 5],
      ['JC04', '牙周检查记录', '次', 100, '', 20],
      ['JC05', '数字化口内扫描', '次', 200, '', 15],
      ['JC06', '研究模型', '副', 160, '', 15],
    ],
    影像: [
      ['YX01', '根尖片', '张', 50, 'TN', 5],
      ['YX02', '数字化全景片', '张', 150, 'N', 10],
      ['YX03', '头颅侧位片', '张', 150, 'N', 10],
      ['YX04', '小视野 CBCT', '次', 400, 'N', 15],
      ['YX05', '大视野 CBCT', '次', 600, 'N', 15],
      ['YX06', '面像与口内照', '次', 100, '', 10],
    ],
  },
  牙体牙髓: {
    充填: [
      ['CT01', '单面复合树脂充填', '颗', 320, 'TC', 30],
      ['CT02', '双面复合树脂充填', '颗', 420, 'TC', 40],
      ['CT03', '三面复合树脂充填', '颗', 520, 'TC', 45],
      ['CT04', '前牙美学树脂充填', '颗', 680, 'TC', 60],
      ['CT05', '楔状缺损树脂充填', '颗', 320, 'TC', 30],
      ['CT06', '玻璃离子充填', '颗', 180, 'TC', 20],
      ['CT07', '间接盖髓', '颗', 120, 'TC', 10],
      ['CT08', '直接盖髓（生物陶瓷）', '颗', 480, 'TC', 15],
      ['CT09', '脱敏治疗', '颗', 60, 'TC', 10],
    ],
    根管治疗: [
      ['GG01', '开髓减压', '颗', 300, 'TC', 30],
      ['GG02', '根管预备（前牙）', '颗', 360, 'TC', 40],
      ['GG03', '根管预备（前磨牙）', '颗', 480, 'TC', 45],
      ['GG04', '根管预备（磨牙）', '颗', 600, 'TC', 60],
      ['GG05', '根管封药', '颗', 150, 'TC', 15],
      ['GG06', '热牙胶根管充填（前牙）', '颗', 580, 'TC', 40],
      ['GG07', '热牙胶根管充填（前磨牙）', '颗', 760, 'TC', 45],
      ['GG08', '热牙胶根管充填（磨牙）', '颗', 980, 'TC', 60],
      ['GG09', '根管再治疗拆除', '颗', 680, 'TC', 60],
      ['GG10', '橡皮障隔湿', '次', 100, 'T', 5],
      ['GG11', '根管显微镜使用', '次', 200, 'T', 10],
      ['GG12', '活髓切断术', '颗', 560, 'TC', 45],
    ],
  },
  牙周: {
    基础治疗: [
      ['YZ01', '全口超声洁治', '全口', 280, '', 40],
      ['YZ02', '全口抛光', '全口', 100, '', 10],
      ['YZ03', '喷砂洁治', '全口', 180, '', 15],
      ['YZ04', '龈下刮治与根面平整', '象限', 480, 'T', 45],
      ['YZ05', '牙周局部上药', '颗', 60, 'TC', 5],
      ['YZ06', '牙周维护治疗', '次', 360, '', 40],
      ['YZ07', '松牙固定', '颗', 180, 'TC', 15],
      ['YZ08', '口腔卫生指导', '次', 30, '', 10],
    ],
    牙周手术: [
      ['YS01', '牙冠延长术', '颗', 1200, 'TC', 60],
      ['YS02', '牙龈翻瓣术', '颗', 900, 'TC', 60],
      ['YS03', '牙龈切除术', '颗', 300, 'TC', 30],
    ],
  },
  修复: {
    固定修复: [
      ['XF01', '氧化锆全瓷冠', '颗', 2680, 'TC', 45],
      ['XF02', '二硅酸锂铸瓷冠', '颗', 3280, 'TC', 45],
      ['XF03', '钴铬烤瓷冠', '颗', 1280, 'TC', 45],
      ['XF04', '瓷贴面', '颗', 3600, 'TC', 60],
      ['XF05', '瓷嵌体', '颗', 2200, 'TC', 45],
      ['XF06', '临时冠', '颗', 120, 'TCN', 15],
      ['XF07', '冠桥拆除', '颗', 150, 'TC', 20],
      ['XF08', '粘固', '颗', 100, 'TC', 15],
    ],
    桩核: [
      ['ZH01', '纤维桩 + 树脂核', '颗', 680, 'TC', 30],
      ['ZH02', '铸造桩核', '颗', 520, 'TC', 30],
    ],
    活动修复: [
      ['HD01', '可摘局部义齿（纯钛支架）', '单颌', 4200, '', 45],
      ['HD02', '隐形义齿', '单颌', 1800, '', 45],
      ['HD03', '全口义齿', '单颌', 3800, '', 60],
      ['HD04', '义齿调改', '次', 100, '', 20],
      ['HD05', '𬌗垫', '副', 1600, '', 45],
    ],
  },
  种植: {
    种植外科: [
      ['ZZ01', '种植体植入', '颗', 6800, 'TC', 60],
      ['ZZ02', '引导骨再生', '颗', 3200, 'TC', 45],
      ['ZZ03', '上颌窦内提升', '颗', 2800, 'TC', 30],
      ['ZZ04', '种植二期手术', '颗', 600, 'TC', 30],
      ['ZZ05', '数字化种植导板', '副', 1500, '', 20],
    ],
    种植修复: [
      ['ZX01', '种植基台', '颗', 1800, 'TC', 20],
      ['ZX02', '种植氧化锆冠', '颗', 3200, 'TC', 40],
      ['ZX03', '种植取模', '颗', 200, 'TC', 30],
    ],
  },
  口腔外科: {
    拔牙: [
      ['BY01', '乳牙拔除', '颗', 80, 'TC', 15],
      ['BY02', '普通牙拔除', '颗', 200, 'TC', 20],
      ['BY03', '复杂牙拔除', '颗', 460, 'TC', 30],
      ['BY04', '阻生牙拔除', '颗', 980, 'TC', 50],
      ['BY05', '微创拔牙器械使用', '次', 180, 'T', 5],
    ],
    外科处置: [
      ['WK01', '局部浸润麻醉', '次', 50, 'N', 5],
      ['WK02', '阻滞麻醉', '次', 80, 'N', 5],
      ['WK03', '拆线', '次', 40, '', 10],
      ['WK04', '冠周冲洗上药', '次', 60, 'T', 10],
      ['WK05', '脓肿切开引流', '次', 200, 'T', 20],
      ['WK06', '可吸收明胶海绵', '个', 60, 'N'],
      ['WK07', '心电监护', '次', 150, 'N'],
    ],
  },
  正畸: {
    矫治: [
      ['ZJ01', '正畸方案设计', '次', 500, '', 40],
      ['ZJ02', '金属自锁托槽矫治', '全口', 16800, '', 60],
      ['ZJ03', '陶瓷托槽矫治', '全口', 22800, '', 60],
      ['ZJ04', '隐形矫治', '全口', 32800, '', 40],
      ['ZJ05', '正畸复诊加力', '次', 260, '', 20],
      ['ZJ06', '附件粘接', '次', 300, '', 30],
      ['ZJ07', '脱落托槽重粘', '颗', 60, 'TC', 10],
      ['ZJ08', '种植支抗钉', '颗', 800, 'TC', 30],
      ['ZJ09', '更换弓丝', '单颌', 300, '', 15],
    ],
    保持: [
      ['BC01', '透明保持器', '副', 800, '', 20],
      ['BC02', '舌侧保持丝', '单颌', 600, '', 30],
    ],
  },
  儿童口腔: {
    预防: [
      ['ET01', '全口涂氟', '全口', 120, '', 15],
      ['ET02', '窝沟封闭', '颗', 120, 'TC', 15],
      ['ET03', '儿童口腔检查', '次', 40, 'N', 15],
    ],
    儿童治疗: [
      ['ET04', '乳牙树脂充填', '颗', 260, 'TC', 25],
      ['ET05', '乳牙根管治疗', '颗', 480, 'TC', 45],
      ['ET06', '乳牙预成冠', '颗', 780, 'TC', 30],
      ['ET07', '间隙保持器', '个', 1200, 'T', 30],
    ],
  },
  美白: {
    牙齿美白: [
      ['MB01', '冷光美白', '全口', 1680, '', 90],
      ['MB02', '家庭美白（含托盘）', '全口', 1280, '', 40],
    ],
  },
}

/** What is sold, not done. */
const goods: Record<string, Record<string, Line[]>> = {
  零售商品: {
    口腔护理: [
      ['SP01', '软毛牙刷', '支', 18],
      ['SP02', '正畸专用牙刷', '支', 25],
      ['SP03', '含氟牙膏', '支', 39],
      ['SP04', '牙线棒', '盒', 15],
      ['SP05', '牙缝刷', '盒', 35],
      ['SP06', '含漱液', '瓶', 48],
      ['SP07', '冲牙器', '个', 399],
      ['SP08', '儿童电动牙刷', '支', 199],
      ['SP09', '正畸保护蜡', '盒', 12],
      ['SP10', '保持器清洁片', '盒', 68],
    ],
  },
}

const stamped = (at: Date) => ({ enabled: true, created_at: at, updated_at: at })
const category = (id: string, parent: string | null, name: string, n: number, at: Date) => ({
  id,
  parent_id: parent,
  name,
  sort_no: n,
  ...stamped(at),
})
/** What the quality list asks of an item with such a name. */
const SURGERY = /拔除|拔牙|植入|植骨|翻瓣|切开|切除|根尖手术|骨增量|上颌窦提升|活检|微创拔|种植手术|种植一期/
const IMPLANT = /种植体|种植手术|植入术|种植一期/
/** What is no implantation: what goes on top, what comes after, what only prepares. */
const NOT_IMPLANT = /冠|基台|二期|导板|取模|咨询|复查/
const COURSE: readonly (readonly [RegExp, number])[] = [
  [/根管充填|根充/, 2],
  [/根管|牙髓摘除/, 1],
  [/拆线/, 4],
  [/缝合/, 3],
  [/临时冠|暂冠|临时修复/, 5],
  [/戴牙|永久粘/, 6],
]
const asksOf = (name: string) => ({
  is_surgery: SURGERY.test(name),
  is_implant: IMPLANT.test(name) && !NOT_IMPLANT.test(name),
  course: COURSE.find(([words]) => words.test(name))?.[1] ?? null,
})

const tariff = (id: string, categoryId: string, line: Line, n: number, isGoods: boolean, at: Date) => {
  const [code, name, unit, price, flags = '', minutes = null] = line
  return {
    id,
    category_id: categoryId,
    code,
    name,
    pinyin: pinyinCode(name),
    search: tariffSearch(code, name),
    unit,
    price: `${price}.00`,
    duration_min: minutes,
    tooth_required: flags.includes('T'),
    tooth_count_priced: flags.includes('C'),
    can_discount: !flags.includes('N'),
    is_goods: isGoods,
    ...asksOf(name),
    sort_no: n,
    ...stamped(at),
  }
}

/** A row of the price list, and the category it stands in. */
export type StartingTariff =
  | { table: 'tariff_category'; row: ReturnType<typeof category> }
  | { table: 'tariff'; top: string; group: string; row: ReturnType<typeof tariff> }

/**
 * The price list a company begins with, each category before what stands in it. The prices are for reference: what
 * things cost the house, and how far they may be lowered, only the house knows.
 */
export function* tariffRows(newId: NewId, at: Date): Generator<StartingTariff> {
  yield* rowsOf(tree, false, { newId, at, first: 0 })
}

/** The goods of that price list: they stand behind what is done. */
export function* goodsRows(newId: NewId, at: Date): Generator<StartingTariff> {
  yield* rowsOf(goods, true, { newId, at, first: Object.keys(tree).length })
}

function* rowsOf(
  tops: typeof tree,
  isGoods: boolean,
  { newId, at, first }: { newId: NewId; at: Date; first: number },
): Generator<StartingTariff> {
  let sort = 0
  for (const [a, [top, groups]] of Object.entries(tops).entries()) {
    const topRow = category(newId(), null, top, first + a, at)
    yield { table: 'tariff_category', row: topRow }
    for (const [b, [group, lines]] of Object.entries(groups).entries()) {
      const groupRow = category(newId(), topRow.id, group, b, at)
      yield { table: 'tariff_category', row: groupRow }
      for (const line of lines)
        yield { table: 'tariff', top, group, row: tariff(newId(), groupRow.id, line, (sort += 1), isGoods, at) }
    }
  }
}
