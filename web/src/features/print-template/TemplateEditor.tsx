import { columnsOf, partsOf, printPapers } from '@dentin/contract/core/print-papers'
import {
  MOST_COPIES,
  templateFaults,
  type PrintTemplateContent,
  type TemplateOwner,
} from '@dentin/contract/print-template'
import { useState } from 'react'
import { moneyPapers } from '../../domain/paper-choice.tsx'
import { shortMoment } from '../../lib/when.ts'
import { Select } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  confirm,
  ErrorLine,
  Field,
  FormSection,
  IconButton,
  Notice,
  NumberField,
  Segmented,
  Switch,
  TextButton,
  TextField,
  toast,
} from '../../ui/index.ts'
import { newRequestId } from '../../lib/client.ts'
import { useTemplateSends, type PaperTemplates } from './hooks.ts'
import { OrderedChoice } from './OrderedChoice.tsx'
import { TextWithVariables } from './TextWithVariables.tsx'
import { Versions } from './Versions.tsx'
import { backTo } from './words.ts'
import s from './print-template.module.css'

const papers = [{ value: '' as const, label: '按设备与门诊的设置' }, ...moneyPapers]
const MOST_SIGNATURES = 4

/** What a template says of a paper, with what saves it. */
export function TemplateEditor({
  paper,
  owner,
  clinicName,
  mayEdit,
  content,
  isWritten,
  onWrite,
  onStale,
}: {
  paper: PaperTemplates
  owner: TemplateOwner
  clinicName: string
  mayEdit: boolean
  content: PrintTemplateContent
  /** Something is written and not saved. */
  isWritten: boolean
  /** null: nothing is written any more. */
  onWrite: (content: PrintTemplateContent | null) => void
  /** Somebody else has saved in between: the templates are to be read again. */
  onStale: () => void
}) {
  const { kind } = paper
  const head = paper[owner]
  const [note, setNote] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { save } = useTemplateSends()
  const set = (part: Partial<PrintTemplateContent>) => onWrite({ ...content, ...part })
  const faults = templateFaults(kind, content)
  const errorOf = (field: string) =>
    faults.find((each) => each.field === field)?.message ??
    save.error?.fields.find((each) => each.field === `content.${field}`)?.message
  const send = (next: PrintTemplateContent | null, why: string, done: (no: number) => string) =>
    save.mutate(
      { kind, owner, content: next, note: why, version: head?.version ?? null, requestId: newRequestId() },
      {
        onSuccess: ({ no }) => {
          toast.success(done(no))
          onWrite(null)
          setNote('')
        },
        onError: (error) => {
          if (error.isConflict) onStale()
        },
      },
    )
  const putBack = async () => {
    const words = backTo(paper, owner)
    const title = `${printPapers[kind].name}的${owner === 'clinic' ? `「${clinicName}」` : '连锁'}模板${words}？`
    if (await confirm({ title, body: '现在的内容留在历史版本里，可以再恢复。', okText: words }))
      send(null, words, () => `已${words}`)
  }
  const columns = columnsOf(kind)
  const off = !mayEdit
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (faults.length === 0) send(content, note, (no) => `已保存为第 ${no} 版`)
      }}
    >
      <div className={s.standing}>
        <span>
          {head?.content
            ? `第 ${head.no} 版　${head.setterName}　${shortMoment(head.setAt)}${head.note ? `　${head.note}` : ''}`
            : owner === 'clinic'
              ? paper.chain?.content
                ? '本门诊没有自己的模板，按连锁的打印；保存后本门诊按自己的'
                : '没有模板，按默认打印；保存后本门诊按自己的'
              : '连锁没有模板，按默认打印；保存后没有自己模板的门诊都按它'}
        </span>
        <span className={s.acts}>
          <TextButton onClick={() => setOpen(true)}>历史版本</TextButton>
          {mayEdit && head?.content && <TextButton onClick={() => void putBack()}>{backTo(paper, owner)}</TextButton>}
        </span>
      </div>
      {off && <Notice>可以查看和预览，不能修改{owner === 'chain' ? '连锁的' : ''}模板。</Notice>}
      <FormSection title="抬头">
        <Field label="抬头" help="不填用门诊名称" error={errorOf('headline')}>
          <TextField
            value={content.headline}
            maxLength={50}
            placeholder={clinicName}
            disabled={off}
            onChange={({ target }) => set({ headline: target.value })}
          />
        </Field>
        <Field label="标题" help="不填用单据名称" error={errorOf('title')}>
          <TextField
            value={content.title}
            maxLength={20}
            placeholder={printPapers[kind].name}
            disabled={off}
            onChange={({ target }) => set({ title: target.value })}
          />
        </Field>
        <Field label="门诊信息" group className={s.whole ?? ''}>
          <div className={s.switches}>
            <Switch checked={content.logo} disabled={off} onChange={(logo) => set({ logo })}>
              logo
            </Switch>
            <Switch checked={content.address} disabled={off} onChange={(address) => set({ address })}>
              地址
            </Switch>
            <Switch checked={content.phone} disabled={off} onChange={(phone) => set({ phone })}>
              电话
            </Switch>
          </div>
        </Field>
      </FormSection>
      <FormSection title="内容" columns={1}>
        {columns.length > 0 && (
          <Field label="列与次序" group error={errorOf('columns')} help="A5 竖版放不下的列不印">
            <OrderedChoice
              entries={columns}
              value={content.columns}
              disabled={off}
              onChange={(keys) => set({ columns: keys })}
            />
          </Field>
        )}
        <Field label="可选内容" group error={errorOf('parts')}>
          <div className={s.parts}>
            {partsOf(kind).map(({ key, name }) => (
              <Checkbox
                key={key}
                checked={content.parts.includes(key)}
                disabled={off}
                onChange={({ target }) =>
                  set({
                    parts: target.checked ? [...content.parts, key] : content.parts.filter((each) => each !== key),
                  })
                }
              >
                {name}
              </Checkbox>
            ))}
          </div>
        </Field>
        <TextWithVariables
          kind={kind}
          label="开头文字"
          value={content.header}
          error={errorOf('header')}
          disabled={off}
          onChange={(header) => set({ header })}
        />
        <TextWithVariables
          kind={kind}
          label="结尾文字"
          value={content.footer}
          error={errorOf('footer')}
          disabled={off}
          onChange={(footer) => set({ footer })}
        />
        <p className={s.help}>
          {
            '{{变量}} 印出它的值；{{#列表}}…{{/列表}} 每行印一遍；{{?变量}}…{{/变量}} 有值才印。文字原样打印，不作其他解释。'
          }
        </p>
        <Signatures
          value={content.signatures}
          disabled={off}
          error={errorOf('signatures')}
          onChange={(signatures) => set({ signatures })}
        />
      </FormSection>
      <FormSection title="打印">
        <Field label="默认纸张">
          <Select
            label="默认纸张"
            options={papers}
            value={content.paper ?? ''}
            disabled={off}
            onChange={(next) => set({ paper: next ? next : null })}
          />
        </Field>
        <Field label="份数" error={errorOf('copies')}>
          <NumberField
            value={content.copies}
            min={1}
            max={MOST_COPIES}
            step={1}
            unit="份"
            disabled={off}
            onChange={(copies) => set({ copies: copies ?? 1 })}
          />
        </Field>
      </FormSection>
      {save.error && !save.error.fields.some(({ field }) => field.startsWith('content.')) && (
        <ErrorLine>
          {save.error.isConflict ? '已被他人修改，已读到最新的一版；您写的还在，请核对后再保存' : save.error.message}
        </ErrorLine>
      )}
      {(mayEdit || isWritten) && (
        <div className={s.bar}>
          {mayEdit && (
            <>
              <div className={s.why}>
                <TextField
                  aria-label="修改说明"
                  placeholder="修改说明（选填）"
                  value={note}
                  maxLength={100}
                  onChange={({ target }) => setNote(target.value)}
                />
              </div>
              <Button
                type="submit"
                variant="primary"
                icon="save"
                busy={save.isPending}
                disabled={!isWritten || faults.length > 0}
              >
                保存为新版本
              </Button>
            </>
          )}
          {isWritten && (
            <Button icon="undo" onClick={() => onWrite(null)}>
              放弃修改
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <Versions
          kind={kind}
          owner={owner}
          version={head?.version ?? null}
          mayEdit={mayEdit}
          onLook={(former) => {
            onWrite(former)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </form>
  )
}

const ways = [
  { value: 'usual', label: '按单据默认' },
  { value: 'own', label: '自定' },
] as const

/** Where somebody signs: as the paper has it, or in places of one's own. */
function Signatures({
  value,
  disabled,
  error,
  onChange,
}: {
  value: readonly string[] | null
  disabled: boolean
  error?: string | undefined
  onChange: (places: string[] | null) => void
}) {
  return (
    <Field label="签名处" group error={error} help="未成年人的监护人签名总是保留">
      <div className={s.signatures}>
        <Segmented
          size="sm"
          label="签名处"
          options={ways}
          value={value ? 'own' : 'usual'}
          onChange={(next) => !disabled && onChange(next === 'own' ? (value ? [...value] : ['患者签名']) : null)}
        />
        {value?.map((place, n) => (
          // A place has no identity but where it stands.
          <span key={n} className={s.signature}>
            <TextField
              aria-label={`第 ${n + 1} 个签名处`}
              value={place}
              maxLength={20}
              disabled={disabled}
              onChange={({ target }) => onChange(value.map((each, at) => (at === n ? target.value : each)))}
            />
            {!disabled && (
              <IconButton
                icon="x"
                label={`去掉「${place}」`}
                onClick={() => onChange(value.filter((_, at) => at !== n))}
              />
            )}
          </span>
        ))}
        {value && value.length < MOST_SIGNATURES && !disabled && (
          <Button size="sm" icon="plus" onClick={() => onChange([...value, ''])}>
            加一处
          </Button>
        )}
      </div>
    </Field>
  )
}
