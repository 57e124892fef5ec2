import { searchText } from '@dentin/kit/pinyin'
import { templateContent, type TemplateContent } from '@dentin/contract'
import type { NewId } from '../defaults.ts'
import { startingPhrases } from './record-phrases.ts'

/** The price list by code: what a template needs of it. */
type TariffIds = ReadonlyMap<string, { id: string }>

interface Text {
  chief: string
  present?: string
  /** What has changed since the last visit: of a return visit. */
  interval?: string
  exam: string
  aux?: readonly [kind: string, content: string]
  diagnosis: readonly [code: string, name: string]
  plan?: string
  treatment: string
  items: readonly string[]
  anesthetic?: readonly [drug: string, dose: string]
  advice: string
  next?: readonly [days: number, remark: string]
}

const articaine = ['4% 阿替卡因肾上腺素注射液', '1.7 ml'] as const
const lidocaine = ['2% 利多卡因注射液', '2 ml'] as const

const all: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  牙体牙髓: {
    '浅、中龋充填': {
      chief: '{牙位}食物嵌塞 1 月。',
      present: '进冷食偶有酸痛，无自发痛、夜间痛。',
      exam: '{选择:𬌗面|近中邻𬌗面|远中邻𬌗面}龋，探及牙本质浅中层，冷测一过性敏感，叩(−)，无松动。',
      diagnosis: ['K02.1', '牙本质龋'],
      treatment: '橡皮障隔湿，去净腐质，酸蚀，涂粘接剂，光照，复合树脂分层充填，调𬌗抛光。',
      items: ['CT02', 'GG10'],
      advice: '24 小时内勿用患侧咬硬物；如出现自发痛及时复诊。',
      next: [180, '定期检查'],
    },
    深龋间接盖髓: {
      chief: '{牙位}进冷热食物疼痛 2 周。',
      present: '刺激去除后疼痛很快消失，无自发痛。',
      exam: '深龋近髓，未穿髓，冷测敏感，刺激去除后消失，叩(−)。',
      aux: ['根尖片', '冠部低密度影近髓，根尖周未见异常。'],
      diagnosis: ['K02.1', '牙本质龋'],
      plan: '间接盖髓，观察 4–8 周，必要时根管治疗，已告知。',
      treatment: '局麻下橡皮障隔湿，选择性去腐，氢氧化钙间接盖髓，玻璃离子垫底，复合树脂充填，调𬌗。',
      items: ['CT07', 'CT02', 'GG10', 'YX01'],
      anesthetic: articaine,
      advice: '如自发痛、夜间痛随时复诊。',
      next: [42, '复查牙髓活力'],
    },
    '急性牙髓炎 开髓': {
      chief: '{牙位}剧烈疼痛 {数字} 天。',
      present: '自发性阵发性痛，冷热刺激加重，夜间痛，疼痛放射。',
      exam: '深龋及髓，探痛(+++)，叩(+)，冷测持续痛，无松动。',
      aux: ['根尖片', '冠部低密度影及髓，根尖周膜未见增宽。'],
      diagnosis: ['K04.0', '牙髓炎'],
      plan: '根管治疗，完善后冠修复。',
      treatment: '局麻下橡皮障隔湿，去腐，开髓，揭顶，拔髓，1% 次氯酸钠冲洗，暂封。',
      items: ['GG01', 'GG10', 'YX01'],
      anesthetic: articaine,
      advice: '麻药消退前勿进食，避免患侧咀嚼。',
      next: [7, '根管预备'],
    },
    '慢性根尖周炎 开髓': {
      chief: '{牙位}咬物痛 {数字} 天。',
      present: '无明显自发痛，既往该牙有冷热痛史。',
      exam: '深龋及髓，无探痛，冷测无反应，叩(+)，根尖区{选择:无窦道|有窦道}。',
      aux: ['根尖片', '根尖周低密度影，根管影像清晰。'],
      diagnosis: ['K04.5', '慢性根尖周炎'],
      plan: '根管治疗。',
      treatment: '橡皮障隔湿，开髓，去除坏死牙髓，次氯酸钠冲洗，定位根管口，暂封。',
      items: ['GG01', 'GG10', 'YX01'],
      advice: '如肿痛加重随时复诊。',
      next: [7, '根管预备'],
    },
    根管预备: {
      chief: '{牙位}开髓后 1 周复诊。',
      interval: '开髓后{选择:疼痛缓解|轻微咬物不适|肿痛加重}。',
      exam: '暂封完整，叩(±)，无松动，牙龈无红肿。',
      aux: ['根尖片', '插针片示工作长度到位。'],
      diagnosis: ['K04.5', '慢性根尖周炎'],
      treatment:
        '橡皮障隔湿，去暂封，测工作长度，机用镍钛锉预备，次氯酸钠与 EDTA 交替冲洗，超声荡洗，氢氧化钙封药，暂封。',
      items: ['GG04', 'GG05', 'GG10', 'YX01'],
      advice: '暂封期间勿咬硬物。',
      next: [14, '根管充填'],
    },
    根管充填: {
      chief: '{牙位}根管封药后 2 周复诊。',
      interval: '封药后{选择:无不适|轻微咬物不适|肿痛}。',
      exam: '暂封完整，叩(−)，根管内无渗出、无异味。',
      aux: ['根尖片', '根充恰填，致密。'],
      diagnosis: ['K04.5', '慢性根尖周炎'],
      treatment: '橡皮障隔湿，去暂封，冲洗，试主尖，热牙胶垂直加压充填，玻璃离子垫底，树脂充填。',
      items: ['GG08', 'GG10', 'YX01'],
      advice: '患牙勿咬硬物，3 周后冠修复。',
      next: [21, '冠修复'],
    },
    '根管治疗 复诊': {
      chief: '{牙位}根管治疗中复诊。',
      interval: '上次治疗后{选择:无不适|轻微咬物不适|肿痛加重}。',
      exam: '暂封完整，叩(−)。',
      diagnosis: ['K04.5', '慢性根尖周炎'],
      treatment: '橡皮障隔湿，去暂封，冲洗换药，暂封。',
      items: ['GG05', 'GG10'],
      advice: '不适随诊。',
      next: [14, '根管充填'],
    },
    复合树脂充填: {
      chief: '{牙位}充填体脱落，要求补牙。',
      exam: '充填体部分脱落，探及继发龋，叩(−)，冷测同对照牙。',
      diagnosis: ['K02.1', '牙本质龋'],
      treatment: '去旧充填体及腐质，橡皮障隔湿，酸蚀粘接，复合树脂分层充填，调𬌗抛光。',
      items: ['CT03', 'GG10'],
      advice: '24 小时内勿咬硬物。',
    },
    楔状缺损充填: {
      chief: '{牙位}刷牙酸痛。',
      exam: '颊侧颈部楔状缺损，探敏感，叩(−)。',
      diagnosis: ['K03.1', '牙磨损'],
      treatment: '排龈，自酸蚀粘接，流体加复合树脂充填，抛光。',
      items: ['CT05'],
      advice: '改用巴氏刷牙法与软毛牙刷。',
    },
    活髓切断术: {
      chief: '{牙位}外伤或露髓 1 天。',
      exam: '冠折露髓，露髓点 1 mm，出血鲜红，叩(±)，松动不明显。',
      aux: ['根尖片', '根尖发育{选择:完成|未完成}，未见根折。'],
      diagnosis: ['S02.5', '牙折断'],
      treatment: '局麻下橡皮障隔湿，切断冠髓，止血，生物陶瓷盖髓，玻璃离子加树脂封闭。',
      items: ['GG12', 'GG10', 'YX01'],
      anesthetic: articaine,
      advice: '1、3、6 月复查牙髓活力与根尖片。',
      next: [30, '复查'],
    },
  },
  修复: {
    '牙体预备 全瓷冠': {
      chief: '{牙位}根管治疗后要求冠修复。',
      interval: '根管治疗后{选择:无不适|偶有咬合不适}。',
      exam: '牙冠大面积充填体，叩(−)，无松动，牙龈健康。',
      diagnosis: ['K03.8', '牙硬组织其他特指的疾病'],
      plan: '氧化锆全瓷冠修复，告知磨除量、费用与质保。',
      treatment: '牙体预备，𬌗面 1.5 mm，轴面 1.0 mm，肩台 0.8 mm；排龈，口内扫描，比色 {选择:A1|A2|A3}，临时冠修复。',
      items: ['XF01', 'XF06', 'JC05'],
      anesthetic: articaine,
      advice: '临时冠勿咬硬黏食物，2 周后戴牙。',
      next: [14, '戴牙'],
    },
    桩核冠: {
      chief: '{牙位}根管治疗后复诊，要求桩冠修复。',
      interval: '根管治疗后{选择:无不适|偶有咬合不适}。',
      exam: '残冠，断面位于龈上 1–2 mm，根充良好，叩(−)。',
      diagnosis: ['K03.8', '牙硬组织其他特指的疾病'],
      treatment: '去除根充物至所需长度，桩道预备，纤维桩粘接，树脂核成形，牙体预备，扫描，临时冠。',
      items: ['ZH01', 'XF01', 'XF06'],
      advice: '2 周后戴牙。',
      next: [14, '戴牙'],
    },
    戴牙: {
      chief: '{牙位}全冠戴牙。',
      interval: '临时冠戴用{选择:无不适|有脱落|冷热敏感}。',
      exam: '试戴冠边缘密合，邻接、咬合良好，颜色协调。',
      diagnosis: ['K03.8', '牙硬组织其他特指的疾病'],
      treatment: '去临时冠，清洁基牙，试戴，调𬌗抛光，树脂水门汀粘固。',
      items: ['XF08'],
      advice: '24 小时内勿用患侧咀嚼，每半年复查。',
    },
    '瓷贴面 预备': {
      chief: '前牙变色，要求贴面修复。',
      exam: '牙面四环素着色，无龋，牙龈健康，咬合正常。',
      diagnosis: ['K03.7', '牙硬组织萌出后的颜色改变'],
      plan: '瓷贴面修复，已行美学设计与口内蜡型确认。',
      treatment: '定深预备唇面 0.5 mm，切端 1.5 mm，排龈，扫描，比色，临时贴面。',
      items: ['XF04', 'JC05'],
      advice: '避免啃咬硬物。',
      next: [14, '粘接'],
    },
    活动义齿取模: {
      chief: '后牙缺失，要求活动义齿修复。',
      exam: '{牙位}缺失，牙槽嵴丰满，基牙无松动。',
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      treatment: '基牙预备，取模，确定颌位关系，选色。',
      items: ['HD01', 'JC06'],
      advice: '2 周后戴牙。',
      next: [14, '戴牙'],
    },
    义齿调改: {
      chief: '戴义齿后局部压痛。',
      interval: '戴牙后{选择:局部压痛|松动|咀嚼无力}。',
      exam: '黏膜局部充血，义齿边缘略长。',
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      treatment: '压痛点缓冲，调𬌗，抛光。',
      items: ['HD04'],
      advice: '不适随诊。',
    },
  },
  牙周: {
    全口洁治: {
      chief: '刷牙出血，要求洗牙。',
      exam: '牙石 {选择:Ⅰ|Ⅱ} 度，牙龈缘红，BOP {数字}%，探诊深度 2–3 mm。',
      diagnosis: ['K05.1', '慢性龈炎'],
      treatment: '全口超声洁治，抛光，3% 过氧化氢冲洗，口腔卫生指导。',
      items: ['YZ01', 'YZ02'],
      advice: '巴氏刷牙，使用牙线，半年复查。',
      next: [180, '洁治'],
    },
    龈下刮治: {
      chief: '牙周炎洁治后复诊。',
      interval: '洁治后{选择:出血减轻|仍有出血}，{选择:无敏感|遇冷酸软}。',
      exam: '牙龈红肿减轻，探诊深度 4–6 mm，可及龈下牙石。',
      diagnosis: ['K05.3', '慢性牙周炎'],
      treatment: '局麻下行龈下刮治与根面平整，冲洗，袋内上药。',
      items: ['YZ04'],
      anesthetic: articaine,
      advice: '氯己定含漱 1 周。',
      next: [7, '下一象限'],
    },
    牙周检查: {
      chief: '牙龈出血、牙齿松动。',
      exam: '牙石 Ⅱ 度，BOP {数字}%，探诊深度 4–6 mm，附着丧失 3–5 mm。',
      aux: ['全景片', '牙槽骨水平型吸收达根长 1/3。'],
      diagnosis: ['K05.3', '慢性牙周炎'],
      plan: '洁治 → 龈下刮治 → 复查 → 维护。',
      treatment: '牙周检查记录，告知病情与治疗计划。',
      items: ['JC04', 'YX02'],
      advice: '戒烟，控制菌斑。',
      next: [7, '龈下刮治'],
    },
    牙周维护: {
      chief: '牙周治疗后定期维护。',
      interval: '上次维护后刷牙{选择:无出血|偶有出血}，{选择:无肿胀|有肿胀}。',
      exam: 'BOP {数字}%，探诊深度 2–4 mm，口腔卫生良好。',
      diagnosis: ['K05.3', '慢性牙周炎'],
      treatment: '牙周检查记录，洁治，残留牙周袋刮治，抛光。',
      items: ['YZ06'],
      advice: '3 个月后维护。',
      next: [90, '牙周维护'],
    },
    牙冠延长术: {
      chief: '{牙位}残根，要求保留修复。',
      exam: '断端位于龈下 1–2 mm，牙周健康，根长足够。',
      diagnosis: ['K03.8', '牙硬组织其他特指的疾病'],
      treatment: '局麻下内斜切口翻瓣，去骨成形，根面平整，复位缝合，塞治剂。',
      items: ['YS01', 'WK01'],
      anesthetic: articaine,
      advice: '氯己定含漱 2 周，7–10 天拆线。',
      next: [8, '拆线'],
    },
  },
  口腔外科: {
    普通拔牙: {
      chief: '{牙位}残根，要求拔除。',
      exam: '残根，松动 {选择:Ⅰ|Ⅱ|Ⅲ} 度，叩(±)，牙龈红。',
      diagnosis: ['K08.3', '牙根滞留'],
      plan: '局麻下拔除，3 个月后修复。',
      treatment: '局麻下分离牙龈，挺松，拔除，搔刮牙槽窝，压迫止血。',
      items: ['BY02', 'WK01'],
      anesthetic: articaine,
      advice: '咬纱 30 分钟，24 小时内勿漱口，软食。',
    },
    下颌阻生牙拔除: {
      chief: '{牙位}反复肿痛，要求拔除。',
      exam: '{选择:近中|水平|垂直}阻生，冠周无红肿，张口度正常。',
      aux: ['全景片', '阻生牙与下牙槽神经管关系：{选择:相距 3 mm|邻近|部分重叠}。'],
      diagnosis: ['K01.1', '阻生牙'],
      plan: '局麻下拔除，告知神经损伤、出血、感染风险并签字。',
      treatment: '阻滞加浸润麻醉，翻瓣，去骨，分冠，分次取出，搔刮，明胶海绵填塞，缝合。',
      items: ['BY04', 'WK02', 'BY05', 'WK06'],
      anesthetic: lidocaine,
      advice: '冷敷 24 小时，7 天拆线。',
      next: [7, '拆线'],
    },
    智齿冠周炎: {
      chief: '{牙位}肿痛 {数字} 天。',
      exam: '冠周软组织红肿，盲袋溢脓，张口度 {选择:三指|两指半|两指}。',
      diagnosis: ['K05.2', '急性牙周炎'],
      treatment: '3% 过氧化氢与生理盐水交替冲洗盲袋，上碘甘油。',
      items: ['WK04'],
      advice: '含漱，口服抗生素，炎症消退后拔除。',
      next: [7, '拔牙'],
    },
    拆线: {
      chief: '术后 7 天拆线。',
      interval: '术后{选择:无明显不适|轻微肿痛，渐缓解|肿痛加重}。',
      exam: '创口愈合良好，缝线在位，无红肿渗出。',
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      treatment: '拆线，冲洗，上药。',
      items: ['WK03'],
      advice: '不适随诊。',
    },
    脓肿切开引流: {
      chief: '{牙位}牙龈肿胀 {数字} 天。',
      exam: '根尖区黏膜膨隆，波动感(+)，叩(++)。',
      diagnosis: ['K04.7', '根尖周脓肿不伴有窦道'],
      treatment: '局麻下切开引流，冲洗，置引流条。',
      items: ['WK05', 'WK01'],
      anesthetic: lidocaine,
      advice: '次日换药，口服抗生素。',
      next: [1, '换药'],
    },
  },
  种植: {
    种植初诊: {
      chief: '{牙位}缺失，要求种植修复。',
      exam: '牙缺失，黏膜健康，缺牙间隙正常。',
      aux: ['CBCT', '骨宽 {数字} mm，骨高 {数字} mm，骨质 Ⅱ–Ⅲ 类。'],
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      plan: '种植一期植入，3 个月后上部修复。',
      treatment: '全面检查，CBCT，方案沟通。',
      items: ['JC02', 'YX05'],
      advice: '术前洁治，控制血压血糖。',
      next: [7, '种植一期'],
    },
    种植一期: {
      chief: '{牙位}种植一期手术。',
      exam: '术区黏膜健康，无急性炎症，血压平稳。',
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      treatment: '心电监护，消毒铺巾，局麻，翻瓣，逐级备洞，植入种植体 1 枚，扭矩 35 N·cm，缝合。',
      items: ['ZZ01', 'WK07', 'YX01'],
      anesthetic: articaine,
      advice: '冷敷 24 小时，口服抗生素 3 天，10 天拆线。',
      next: [10, '拆线'],
    },
    种植二期: {
      chief: '种植术后 3 个月二期手术。',
      interval: '一期术后{选择:无不适|有肿痛史}。',
      exam: '种植体无松动，黏膜健康。',
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      treatment: '局麻下切开，取覆盖螺丝，上愈合基台，缝合。',
      items: ['ZZ04', 'WK01'],
      anesthetic: articaine,
      advice: '2 周后取模。',
      next: [14, '取模'],
    },
    种植取模: {
      chief: '种植二期术后取模。',
      interval: '二期术后{选择:无不适|牙龈不适}。',
      exam: '袖口健康，种植体稳定。',
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      treatment: '上扫描杆，口内扫描，比色，选择基台。',
      items: ['ZX03', 'ZX01', 'ZX02'],
      advice: '2 周后戴牙。',
      next: [14, '戴牙'],
    },
    种植戴牙: {
      chief: '种植冠戴牙。',
      interval: '取模后{选择:无不适|牙龈不适}。',
      exam: '基台就位，邻接良好，咬合轻接触。',
      aux: ['根尖片', '基台与种植体连接密合。'],
      diagnosis: ['K08.1', '由于意外事故、拔牙或局限性牙周病引起的牙缺失'],
      treatment: '基台加力，冠就位，封孔，调𬌗抛光。',
      items: ['XF08', 'YX01'],
      advice: '使用牙线，每半年复查。',
    },
  },
  儿牙: {
    儿童涂氟: {
      chief: '家长要求涂氟。',
      exam: '{选择:乳牙列|替牙列}，软垢 Ⅰ 度，未见明显龋坏。',
      diagnosis: ['Z01.2', '牙科检查'],
      treatment: '清洁牙面，隔湿，全口涂布氟保护漆，卫生宣教。',
      items: ['ET03', 'ET01'],
      advice: '2 小时内勿进食，当晚不刷牙。',
      next: [120, '涂氟'],
    },
    窝沟封闭: {
      chief: '家长要求窝沟封闭。',
      exam: '完全萌出，窝沟深，未探及龋。',
      diagnosis: ['Z01.2', '牙科检查'],
      treatment: '清洁窝沟，隔湿，酸蚀，涂封闭剂，光照，检查咬合。',
      items: ['ET02'],
      advice: '半年复查。',
      next: [180, '复查'],
    },
    乳牙充填: {
      chief: '家长发现{牙位}有洞。',
      exam: '龋，探及牙本质浅中层，叩(−)，无松动。',
      diagnosis: ['K02.1', '牙本质龋'],
      treatment: '橡皮障隔湿，去腐，复合树脂充填，调𬌗抛光。',
      items: ['ET04', 'GG10'],
      advice: '少吃甜食，家长帮助刷牙。',
      next: [90, '复查'],
    },
    乳牙根管治疗: {
      chief: '{牙位}疼痛 {数字} 天。',
      exam: '深龋及髓，叩(+)，松动 Ⅰ 度。',
      aux: ['根尖片', '根分叉区低密度影，恒牙胚在位。'],
      diagnosis: ['K04.0', '牙髓炎'],
      treatment: '局麻下开髓，拔髓，根管预备，糊剂充填，玻璃离子封闭。',
      items: ['ET05', 'GG10', 'YX01'],
      anesthetic: ['4% 阿替卡因肾上腺素注射液', '0.8 ml'],
      advice: '看护勿咬唇，1 周后预成冠。',
      next: [7, '预成冠'],
    },
    间隙保持器: {
      chief: '{牙位}早失，要求间隙保持。',
      exam: '乳磨牙早失，间隙正常，继承恒牙未萌。',
      diagnosis: ['K00.6', '牙萌出障碍'],
      treatment: '取模，制作丝圈式间隙保持器，试戴粘固。',
      items: ['ET07'],
      advice: '勿食黏性食物，3 个月复查。',
      next: [90, '复查'],
    },
  },
  正畸: {
    正畸初诊: {
      chief: '牙列不齐，要求矫治。',
      exam: '恒牙列，磨牙{选择:中性|远中|近中}关系，覆盖 {数字} mm，上颌拥挤 {数字} mm，下颌拥挤 {数字} mm。',
      aux: ['其他', '头颅侧位片：SNA {数字}°，SNB {数字}°，ANB {数字}°。'],
      diagnosis: ['K07.3', '牙位置异常'],
      plan: '固定或隐形矫治，疗程约 20–24 个月。',
      treatment: '面像与口内照，全景片、侧位片，口内扫描，方案设计。',
      items: ['YX06', 'YX02', 'YX03', 'ZJ01'],
      advice: '先完成洁治与龋齿治疗。',
      next: [10, '粘接托槽'],
    },
    粘接托槽: {
      chief: '正畸初戴。',
      exam: '牙面清洁，牙龈健康。',
      diagnosis: ['K07.3', '牙位置异常'],
      treatment: '酸蚀，粘接自锁托槽，入 0.014 英寸镍钛圆丝，卫生宣教。',
      items: ['ZJ02'],
      advice: '避免啃咬硬物，餐后刷牙。',
      next: [30, '正畸复诊'],
    },
    正畸复诊: {
      chief: '正畸治疗中复诊。',
      interval: '上次加力后{选择:无不适|轻微酸痛，数日缓解|托槽脱落|弓丝刺激}。',
      exam: '托槽完整，弓丝到位，口腔卫生{选择:良好|一般}。',
      diagnosis: ['K07.3', '牙位置异常'],
      treatment: '更换弓丝，结扎加力。',
      items: ['ZJ05'],
      advice: '4 周后复诊。',
      next: [28, '正畸复诊'],
    },
    拆除托槽: {
      chief: '矫治结束，要求拆除。',
      interval: '矫治期间{选择:无不适|有托槽脱落}。',
      exam: '牙列整齐，尖牙、磨牙中性关系，覆盖覆𬌗正常。',
      diagnosis: ['K07.3', '牙位置异常'],
      treatment: '拆除托槽，抛光牙面，取模制作透明保持器。',
      items: ['BC01', 'YZ02', 'YX06'],
      advice: '全天佩戴保持器 1 年。',
      next: [7, '戴保持器'],
    },
  },
}

type IdsByName = ReadonlyMap<string, { id: string }>
/** What a next step is booked as, so that the appointment is as long as the clinic says. */
const nextItems: Readonly<Record<string, string>> = { 根管预备: '根管治疗', 根管充填: '根管治疗' }
const bookedAs = (remark: string, appointItems: IdsByName): string[] => {
  const item = appointItems.get(nextItems[remark] ?? '')
  return item ? [item.id] : []
}

const favourites = new Set(['根管治疗 复诊', '牙体预备 全瓷冠', '复合树脂充填', '全口洁治', '正畸复诊'])

function content(text: Text, tariffs: TariffIds, appointItems: IdsByName) {
  return {
    chiefComplaint: text.chief,
    presentIllness: text.present ?? '',
    interval: text.interval ?? '',
    pastHistory: '',
    exams: [{ teeth: '', content: text.exam }],
    auxExams: text.aux ? [{ teeth: '', kind: text.aux[0], content: text.aux[1] }] : [],
    diagnoses: [{ teeth: '', icdCode: text.diagnosis[0], icdName: text.diagnosis[1], kind: 1 }],
    plans: text.plan ? [{ teeth: '', content: text.plan }] : [],
    treatments: [
      {
        teeth: '',
        content: text.treatment,
        tariffs: text.items.flatMap((code) => {
          const tariff = tariffs.get(code)
          return tariff ? [{ tariffId: tariff.id, qty: 1 }] : []
        }),
        anesthetic: text.anesthetic ? { drug: text.anesthetic[0], dose: text.anesthetic[1], batch: '' } : null,
      },
    ],
    advice: text.advice,
    ...(text.next && {
      nextVisit: { days: text.next[0], remark: text.next[1], itemIds: bookedAs(text.next[1], appointItems) },
    }),
  }
}

type Stamp = { created_at: Date; updated_at: Date }
type Whose = { scope: 2; clinic_id: string } | { scope: 3 }
/** A row that a company begins with. */
type StartingTemplate =
  | {
      table: 'record_template_category'
      row: { id: string; kind: 1 | 2; name: string; sort_no: number; enabled: boolean } & Stamp
    }
  | {
      table: 'record_template'
      row: {
        id: string
        kind: 1 | 2
        category_id: string
        name: string
        search: string
        content: TemplateContent
        favourite: boolean
        sort_no: number
        enabled: boolean
      } & Whose &
        Stamp
    }

/**
 * The record templates and phrases a company begins with and the categories in which they stand, in the order they are listed.
 * @param tariffs the price list by code; what it lacks a template leaves out
 * @param appointItems the kinds of appointment by name; what is lacking a template leaves out
 * @param clinicId the company's only clinic, whose they are; null: the chain's
 */
export function* recordTemplateRows(
  tariffs: TariffIds,
  appointItems: IdsByName,
  clinicId: string | null,
  newId: NewId,
  at: Date,
): Generator<StartingTemplate> {
  const stamp = { enabled: true, created_at: at, updated_at: at }
  const whose: Whose = clinicId ? { scope: 2, clinic_id: clinicId } : { scope: 3 }
  let sort = 0
  let place = 0
  for (const [category, list] of Object.entries(all)) {
    const category_id = newId()
    yield {
      table: 'record_template_category',
      row: { id: category_id, kind: 1, name: category, sort_no: (place += 1), ...stamp },
    }
    for (const [name, text] of Object.entries(list))
      yield {
        table: 'record_template',
        row: {
          id: newId(),
          ...whose,
          kind: 1,
          category_id,
          name,
          search: searchText({ name }),
          content: templateContent.parse(content(text, tariffs, appointItems)),
          favourite: favourites.has(name),
          sort_no: sort++,
          ...stamp,
        },
      }
  }
  for (const { category, list } of startingPhrases()) {
    const category_id = newId()
    yield {
      table: 'record_template_category',
      row: { id: category_id, kind: 2, name: category, sort_no: (place += 1), ...stamp },
    }
    for (const each of list)
      yield {
        table: 'record_template',
        row: {
          id: newId(),
          ...whose,
          kind: 2,
          category_id,
          name: each.name,
          search: searchText({ name: each.name }),
          content: templateContent.parse(each.content),
          favourite: false,
          sort_no: sort++,
          ...stamp,
        },
      }
  }
}

/** The templates that the platform offers to everybody, without charges: each company has prices of its own. */
export const platformTemplates = () =>
  Object.entries(all).flatMap(([category, list]) =>
    Object.entries(list).map(([name, text]) => ({
      key: `${category}/${name}`,
      category,
      name,
      content: content(text, new Map(), new Map()),
    })),
  )
