import { parseTeeth } from '@dentin/clinical/teeth'
import { templateKinds } from '@dentin/contract/lists/record-template-categories'
import { recordSections, templateContent, type SectionKey, type TemplateContent } from '@dentin/contract/record'
import type { TemplateKind, TemplateScope } from '@dentin/contract/record-template'
import { Fragment, useState } from 'react'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { ComboBox, Dialog } from '../../../ui/heavy.ts'
import { ErrorLine, Field, TextArea, TextButton, TextField, toast } from '../../../ui/index.ts'
import { findIcds } from '../hooks.ts'
import { isBlank } from '../model.ts'
import { NumberText } from '../NumberText.tsx'
import { useSaveTemplate, type Category, type Template } from './hooks.ts'
import { TemplateChart } from './TemplateChart.tsx'
import { TemplateFields, type TemplateHead } from './TemplateFields.tsx'
import { TemplateTreatments } from './TemplateTreatments.tsx'
import s from '../work.module.css'

const textKeys = [
  'chiefComplaint',
  'presentIllness',
  'interval',
  'pastHistory',
  'allergyHistory',
  'familyHistory',
  'personalHistory',
  'advice',
] as const
/** What a phrase says nothing of. */
const WHOLE_ONLY: readonly SectionKey[] = ['pastHistory', 'allergyHistory', 'familyHistory', 'personalHistory']
const rowKeys = ['exams', 'auxExams', 'plans', 'treatments'] as const
type TextKey = (typeof textKeys)[number]
type RowKey = (typeof rowKeys)[number]
const isText = (key: SectionKey): key is TextKey => (textKeys as readonly string[]).includes(key)
const isRows = (key: SectionKey): key is RowKey => (rowKeys as readonly string[]).includes(key)
const nameOf = (key: SectionKey) => recordSections.find((each) => each.key === key)?.name ?? ''

/** One line of the text is one row of the section; what a row has beside its words stays with the line of the same place. */
function withLines(content: TemplateContent, key: RowKey, text: string): TemplateContent {
  const lines = text.split('\n')
  const rows = lines.map((line, index) => {
    const before = content[key][index]
    if (before) return { ...before, content: line }
    if (key === 'auxExams') return { teeth: '', kind: '根尖片', content: line }
    if (key === 'treatments') return { teeth: '', content: line, tariffs: [], anesthetic: null }
    return { teeth: '', content: line }
  })
  return { ...content, [key]: text === '' ? [] : rows }
}

/** What is saved: rows that say something, on their own teeth and with the chart where the template keeps its teeth. */
function tidyTemplate(content: TemplateContent, teethBound: boolean): TemplateContent {
  const own = <R extends { teeth: string }>(rows: readonly R[]): R[] =>
    teethBound ? [...rows] : rows.map((row) => ({ ...row, teeth: '' }))
  return {
    ...content,
    toothMarks: teethBound ? content.toothMarks : [],
    exams: own(content.exams.filter((row) => !isBlank(row))),
    auxExams: own(content.auxExams.filter((row) => !isBlank(row))),
    diagnoses: own(content.diagnoses),
    plans: own(content.plans.filter((row) => !isBlank(row))),
    treatments: own(content.treatments.filter((row) => !isBlank(row))).map(({ anaesthetics, ...row }) => ({
      ...row,
      ...(anaesthetics?.length ? { anaesthetics: own(anaesthetics) } : {}),
    })),
  }
}

/** What a new template begins with: nothing, or a copy. */
export interface TemplateDraft {
  name: string
  kind: TemplateKind
  categoryId: string | null
  tags: string[]
  teethBound: boolean
  content: TemplateContent
}

export interface TemplateDialogProps {
  /** The one that is changed; a draft is a new one. */
  template: Template | null
  draft: TemplateDraft
  categories: readonly Category[]
  mayKeep: readonly TemplateScope[]
  onClose: () => void
}

export const blankDraft = (kind: TemplateKind): TemplateDraft => ({
  name: '',
  kind,
  categoryId: null,
  tags: [],
  teethBound: false,
  content: templateContent.parse({}),
})

/** A template or phrase, section by section. */
export function TemplateDialog({ template, draft, categories, mayKeep, onClose }: TemplateDialogProps) {
  const save = useSaveTemplate()
  const from = template ?? draft
  const phrase = from.kind === 2
  const [content, setContent] = useState<TemplateContent>(from.content)
  const [head, setHead] = useState<TemplateHead>({
    name: from.name,
    kind: from.kind,
    categoryId: from.categoryId,
    tags: from.tags,
    teethBound: from.teethBound,
    scope: template?.scope ?? mayKeep[0] ?? 1,
    favourite: template?.favourite ?? false,
  })
  const [requestId, setRequestId] = useState(newRequestId)
  const problems = new Map(
    save.error instanceof ApiError ? save.error.fields.map((each) => [each.field, each.message]) : [],
  )
  const trimmed = () => tidyTemplate(content, head.teethBound)
  const setNext = (part: Partial<TemplateContent['nextVisit']>) =>
    setContent((now) => ({ ...now, nextVisit: { ...now.nextVisit, ...part } }))
  const submit = () =>
    save.mutate(
      {
        ...(template ? { id: template.id, version: template.version } : {}),
        ...head,
        content: trimmed(),
        requestId,
      },
      {
        onSuccess: () => {
          toast.success('已保存')
          onClose()
        },
        onError: () => setRequestId(newRequestId()),
      },
    )
  return (
    <Dialog
      open
      sticky
      width={880}
      title={template ? `修改「${template.name}」` : `新建${templateKinds[from.kind]}`}
      submitText="保存"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={s.form}>
        {save.error && problems.size === 0 && <ErrorLine>{save.error.message}</ErrorLine>}
        <TemplateFields
          value={head}
          onChange={(patch) => setHead((now) => ({ ...now, ...patch }))}
          categories={categories}
          mayKeep={mayKeep}
          problems={problems}
        />
        <p className="tertiary t-12">
          占位：{'{牙位} {牙面} {选择:A|B} {多选:A|B} {数字:0-10} {日期} {上次:处置} {影像所见}'}
          。插入时能知道的直接写上，其余留空，按 Tab 逐个填。检查、计划、处置每行一条。
        </p>
        {problems.get('content') && <ErrorLine>{problems.get('content')}</ErrorLine>}
        {head.teethBound && !phrase && (
          <TemplateChart
            content={content}
            onChange={setContent}
            problems={[...problems].flatMap(([field, message]) =>
              field.startsWith('content.toothMarks') ? [message] : [],
            )}
          />
        )}
        {recordSections.map(({ key }) =>
          isText(key) ? (
            phrase && WHOLE_ONLY.includes(key) ? null : (
              <Field key={key} label={nameOf(key)} error={problems.get(`content.${key}`)}>
                <TextArea
                  rows={1}
                  value={content[key]}
                  onChange={(event) => setContent((now) => ({ ...now, [key]: event.target.value }))}
                />
              </Field>
            )
          ) : isRows(key) ? (
            <Field key={key} label={nameOf(key)} error={problems.get(`content.${key}`)}>
              <TextArea
                rows={1}
                value={content[key].map((row) => row.content).join('\n')}
                onChange={(event) => setContent((now) => withLines(now, key, event.target.value))}
              />
              {key === 'treatments' && (
                <TemplateTreatments
                  rows={content.treatments}
                  teethBound={head.teethBound}
                  onChange={(treatments) => setContent((now) => ({ ...now, treatments }))}
                />
              )}
            </Field>
          ) : key === 'nextVisit' ? (
            phrase ? null : (
              <Field key={key} label={nameOf(key)} error={problems.get('content.nextVisit.days')} group>
                <div className={s.next}>
                  <NumberText
                    label="复诊天数"
                    unit="天后"
                    readOnly={false}
                    value={content.nextVisit.days}
                    onChange={(days) => setNext({ days: days === null ? null : Math.round(days) })}
                  />
                  <TextField
                    aria-label="复诊说明"
                    placeholder="做什么，如：根管预备"
                    maxLength={200}
                    value={content.nextVisit.remark}
                    onChange={(event) => setNext({ remark: event.target.value })}
                  />
                </div>
              </Field>
            )
          ) : key === 'diagnoses' ? (
            <Fragment key={key}>
              <Field label="诊断" group>
                <div>
                  {content.diagnoses.map((row, index) => (
                    <div key={index} className={s.diagnosis}>
                      <span className="secondary num">{row.icdCode}</span>
                      {row.icdName}
                      {parseTeeth(row.teeth).length > 0 && <span className="tertiary">{row.teeth}</span>}
                      <TextButton
                        tone="danger"
                        onClick={() =>
                          setContent((now) => ({ ...now, diagnoses: now.diagnoses.filter((_, at) => at !== index) }))
                        }
                      >
                        去掉
                      </TextButton>
                    </div>
                  ))}
                  <ComboBox
                    label="加诊断"
                    placeholder="加诊断：名称、拼音或 ICD 编码"
                    search={findIcds}
                    keyOf={(item) => item.code}
                    render={(item) => `${item.code} ${item.name}`}
                    onPick={(item) =>
                      setContent((now) => ({
                        ...now,
                        diagnoses: [
                          ...now.diagnoses,
                          {
                            teeth: '',
                            icdCode: item.code,
                            icdName: item.name,
                            kind: now.diagnoses.length === 0 ? 1 : 2,
                          },
                        ],
                      }))
                    }
                  />
                </div>
              </Field>
            </Fragment>
          ) : null,
        )}
      </div>
    </Dialog>
  )
}
