import { recordSections, type RecordContent, type SectionKey, type TemplateContent } from '@dentin/contract/record'
import { useState } from 'react'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { Dialog } from '../../../ui/heavy.ts'
import { Checkbox, ErrorLine, Field, toast } from '../../../ui/index.ts'
import { asTemplate, ofThePerson } from '../model.ts'
import { saysNext } from './filling.ts'
import { useSaveTemplate, useTemplates } from './hooks.ts'
import { TemplateFields, type TemplateHead } from './TemplateFields.tsx'
import s from '../record.module.css'

/** Keeps what is written as a template, without anything of the person: the server takes out names and numbers. */
export function SaveAsTemplate({
  recordId,
  content,
  onClose,
}: {
  recordId: string
  content: RecordContent
  onClose: () => void
}) {
  const { data } = useTemplates()
  const save = useSaveTemplate()
  const [head, setHead] = useState<TemplateHead>({
    name: '',
    kind: 1,
    categoryId: null,
    scope: 1,
    tags: [],
    teethBound: false,
    favourite: false,
  })
  const whole = asTemplate(content, head.teethBound)
  const parts = recordSections.filter(({ key }) => {
    const value = (whole as Partial<Record<SectionKey, unknown>>)[key]
    if (key === 'nextVisit') return saysNext(whole.nextVisit)
    return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== ''
  })
  const [left, setLeft] = useState<ReadonlySet<SectionKey>>(new Set(ofThePerson))
  const [requestId, setRequestId] = useState(newRequestId)
  const problems = new Map(
    save.error instanceof ApiError ? save.error.fields.map((each) => [each.field, each.message]) : [],
  )
  const submit = () => {
    const chosen = Object.fromEntries(
      Object.entries(whole).filter(([key]) => parts.some((part) => part.key === key) && !left.has(key as SectionKey)),
    ) as Partial<TemplateContent>
    save.mutate(
      { ...head, content: chosen, recordId, requestId },
      {
        onSuccess: () => {
          toast.success(`已存为模板「${head.name}」`)
          onClose()
        },
        onError: () => setRequestId(newRequestId()),
      },
    )
  }
  return (
    <Dialog
      open
      sticky
      title="存为模板"
      submitText="保存模板"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={s.form}>
        {save.error && problems.size === 0 && <ErrorLine>{save.error.message}</ErrorLine>}
        <TemplateFields
          value={head}
          onChange={(patch) => setHead((now) => ({ ...now, ...patch }))}
          categories={data?.categories ?? []}
          mayKeep={data?.mayKeep ?? []}
          problems={problems}
        />
        <Field
          label="包含的段落"
          group
          error={problems.get('content')}
          help="患者的姓名、电话、各种号码、过敏史和麻药批号不会存进模板"
        >
          <div className={s.parts}>
            {parts.map(({ key, name: words }) => (
              <Checkbox
                key={key}
                checked={!left.has(key)}
                onChange={(event) => {
                  const next = new Set(left)
                  if (event.target.checked) next.delete(key)
                  else next.add(key)
                  setLeft(next)
                }}
              >
                {words}
              </Checkbox>
            ))}
          </div>
        </Field>
      </div>
    </Dialog>
  )
}
