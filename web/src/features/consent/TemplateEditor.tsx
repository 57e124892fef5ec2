import {
  consent,
  consentBlocks,
  consentKindNames,
  consentVariables,
  type ConsentTemplateContent,
} from '@dentin/contract/consent'
import { useEffect, useState } from 'react'
import { useSend } from '../../lib/query.ts'
import { Button, ErrorLine, Field, IconButton, Segmented, TextArea, TextField, toast } from '../../ui/index.ts'
import type { Template } from './hooks.ts'
import s from './consent.module.css'

const kinds = ([1, 2] as const).map((value) => ({ value, label: consentKindNames[value] }))
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export interface TemplateEditorProps {
  template: Template
  /** Whether something is written that is not saved. */
  onDirty: (dirty: boolean) => void
  /** Asks, when something would be lost, and ends. */
  onCancel: () => void
  onSaved: (key: string) => void
}

/** Writes a text anew; saving makes its next version. */
export function TemplateEditor({ template, onDirty, onCancel, onSaved }: TemplateEditorProps) {
  const [name, setName] = useState(template.name)
  const [kind, setKind] = useState<1 | 2>(template.kind === 2 ? 2 : 1)
  const [content, setContent] = useState<ConsentTemplateContent>(template.content)
  const [ticks, setTicks] = useState(template.content.ticks.join('\n'))
  const dirty =
    name !== template.name ||
    kind !== template.kind ||
    content !== template.content ||
    ticks !== template.content.ticks.join('\n')
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const save = useSend(consent.saveTemplate, { refresh: [consent.templates] })
  const problems = Object.fromEntries((save.error?.fields ?? []).map(({ field, message }) => [field, message]))
  const set = (part: Partial<ConsentTemplateContent>) => setContent((now) => ({ ...now, ...part }))
  const risk = (at: number, part: Partial<ConsentTemplateContent['ownRisks'][number]>) =>
    set({ ownRisks: content.ownRisks.map((each, n) => (n === at ? { ...each, ...part } : each)) })
  const submit = () =>
    save.mutate(
      {
        key: template.key || null,
        name,
        kind,
        enabled: template.enabled,
        content: { ...content, ticks: lines(ticks) },
        version: template.version,
      },
      {
        onSuccess: ({ key, versionNo }) => {
          toast.success(`已保存为第 ${versionNo} 版，已经准备好的同意书不变`)
          onSaved(key)
        },
        onError: () => {},
      },
    )
  return (
    <form
      className={s.text}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={s.required}>
        <Field label="名称" required error={problems.name}>
          <TextField value={name} maxLength={40} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label="类别">
          <Segmented options={kinds} value={kind} onChange={setKind} />
        </Field>
      </div>
      <p className="tertiary t-12">
        变量：{consentVariables.map((each) => `{${each}}`).join(' ')}，准备时按档案和病历填入
      </p>
      {consentBlocks.map(({ key, name: block }) => (
        <Field key={key} label={block} error={problems[`content.${key}`]}>
          <TextArea
            rows={4}
            maxLength={1500}
            value={content[key]}
            onChange={({ target }) => set({ [key]: target.value })}
          />
        </Field>
      ))}
      <Field label="个人风险" group help="档案里有这些词（用顿号隔开）的患者，会预先勾上">
        {content.ownRisks.map((each, n) => (
          // A risk has no identity of its own.
          <div key={n} className={s.riskEdit}>
            <TextField
              aria-label={`第 ${n + 1} 条风险`}
              placeholder="风险"
              maxLength={40}
              value={each.name}
              onChange={({ target }) => risk(n, { name: target.value })}
            />
            <TextField
              aria-label={`第 ${n + 1} 条说明`}
              placeholder="说明"
              maxLength={300}
              value={each.text}
              onChange={({ target }) => risk(n, { text: target.value })}
            />
            <TextField
              aria-label={`第 ${n + 1} 条病史词`}
              placeholder="病史词"
              defaultValue={each.words.join('、')}
              onBlur={({ target }) =>
                risk(n, {
                  words: target.value
                    .split(/[、，,]/)
                    .map((word) => word.trim())
                    .filter(Boolean),
                })
              }
            />
            <IconButton
              icon="x"
              label={`去掉第 ${n + 1} 条`}
              onClick={() => set({ ownRisks: content.ownRisks.filter((_, at) => at !== n) })}
            />
          </div>
        ))}
        <Button
          size="sm"
          variant="tint"
          icon="plus"
          onClick={() => set({ ownRisks: [...content.ownRisks, { name: '', text: '', words: [] }] })}
        >
          加一条
        </Button>
      </Field>
      <Field label="患者逐条勾选" help="一行一条" error={problems['content.ticks']}>
        <TextArea rows={4} value={ticks} onChange={({ target }) => setTicks(target.value)} />
      </Field>
      <Field label="声明" required error={problems['content.declaration']}>
        <TextArea
          rows={3}
          maxLength={500}
          value={content.declaration}
          onChange={({ target }) => set({ declaration: target.value })}
        />
      </Field>
      <Field label="本人书写的一句话" help="签名时须亲笔抄写；不填则不要求" error={problems['content.handSentence']}>
        <TextField
          maxLength={60}
          value={content.handSentence ?? ''}
          onChange={({ target }) => set({ handSentence: target.value })}
        />
      </Field>
      {save.error && <ErrorLine>{save.error.message}</ErrorLine>}
      <div className={s.making}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          保存为新版本
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  )
}
