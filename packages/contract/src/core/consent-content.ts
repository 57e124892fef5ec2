import { z } from 'zod'
import { optionalText, requiredText } from './fields.ts'

const list = <T extends z.ZodType>(label: string, item: T, max: number) =>
  z
    .array(item, { error: `${label}应为列表` })
    .max(max, { error: `${label}不能超过${max}条` })
    .default([])

/** The blocks of a consent that are texts, in the order of the sheet. Who it is stands above them, who signs below. */
export const consentBlocks = [
  { key: 'condition', name: '病情与诊断' },
  { key: 'proposal', name: '拟行的治疗' },
  { key: 'aims', name: '希望达到的效果' },
  { key: 'alternatives', name: '其他办法，包括不处理' },
  { key: 'risks', name: '一般风险' },
  { key: 'mustTell', name: '请您告诉我们' },
  { key: 'cost', name: '费用' },
  { key: 'aftercare', name: '治疗后注意' },
] as const
export type ConsentBlock = (typeof consentBlocks)[number]['key']

const blocks = Object.fromEntries(consentBlocks.map(({ key, name }) => [key, optionalText(name, 1500)])) as {
  [K in ConsentBlock]: ReturnType<typeof optionalText>
}

/** Variables of the texts, and what they stand for. */
export const consentVariables = ['姓名', '诊断', '牙位', '治疗', '麻醉', '费用', '医生', '门诊', '日期'] as const

/** What whoever signs for the patient copies by hand; '' nothing. */
const handSentence = optionalText('本人书写的一句话', 60)

/** A text to be filled for somebody. */
export const consentTemplateContent = z.strictObject(
  {
    ...blocks,
    /** This patient's own risks; one whose words the file names is ticked. */
    ownRisks: list(
      '个人风险',
      z.strictObject({
        name: requiredText('风险', 40),
        text: optionalText('风险说明', 300),
        /** What of the file ticks it: words, any of them. */
        words: list('病史词', requiredText('病史词', 20), 20),
      }),
      20,
    ),
    /** Lines that the patient ticks one by one. */
    ticks: list('勾选项', requiredText('勾选项', 120), 10),
    /** What the patient declares above the signature. */
    declaration: requiredText('声明', 500),
    handSentence,
  },
  { error: '同意书内容有误' },
)
export type ConsentTemplateContent = z.output<typeof consentTemplateContent>

/** A text as it is put before a patient: filled, with what was ticked. */
export const consentContent = z.strictObject(
  {
    title: requiredText('标题', 60),
    who: z.strictObject({
      name: requiredText('姓名', 40),
      gender: z.number(),
      age: z.number().nullable(),
      medicalNumber: optionalText('病历号', 40),
      phoneTail: optionalText('电话尾号', 4),
    }),
    clinicName: optionalText('门诊', 60),
    doctorName: optionalText('医生', 40),
    ...blocks,
    ownRisks: list(
      '个人风险',
      z.strictObject({
        name: requiredText('风险', 40),
        text: optionalText('风险说明', 300),
        ticked: z.boolean({ error: '请选择是否适用' }),
        /** What ticked it: 档案：心脏病. */
        because: optionalText('依据', 60),
      }),
      20,
    ),
    ticks: list(
      '勾选项',
      z.strictObject({ text: requiredText('勾选项', 120), ticked: z.boolean({ error: '请选择是否勾选' }) }),
      10,
    ),
    declaration: requiredText('声明', 500),
    handSentence,
  },
  { error: '同意书内容有误' },
)
export type ConsentContent = z.output<typeof consentContent>

const STROKES = 300
const POINTS = 20_000
const coordinate = z.number({ error: '笔迹有误' }).min(-2000, { error: '笔迹有误' }).max(6000, { error: '笔迹有误' })
/** Handwriting as vectors: each stroke a list of points x, y and milliseconds since the first. */
export const handwriting = z
  .strictObject(
    {
      width: z.number({ error: '笔迹有误' }).min(1, { error: '笔迹有误' }).max(4000, { error: '笔迹有误' }),
      height: z.number({ error: '笔迹有误' }).min(1, { error: '笔迹有误' }).max(4000, { error: '笔迹有误' }),
      strokes: z
        .array(
          z
            .array(
              z.tuple(
                [
                  coordinate,
                  coordinate,
                  z.number({ error: '笔迹有误' }).min(0, { error: '笔迹有误' }).max(86_400_000, { error: '笔迹有误' }),
                ],
                { error: '笔迹有误' },
              ),
              { error: '笔迹有误' },
            )
            .min(1, { error: '笔迹有误' }),
          { error: '请先签名' },
        )
        .min(1, { error: '请先签名' })
        .max(STROKES, { error: '笔画太多，请重写' }),
    },
    { error: '请先签名' },
  )
  .refine(({ strokes }) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= POINTS, {
    error: '笔画太多，请重写',
  })
export type Handwriting = z.output<typeof handwriting>
