import { bridgeMarks } from '@dentin/clinical/bridge'
import { chartDentition } from '@dentin/clinical/dentition'
import { marksAfter, missingTeeth } from '@dentin/clinical/mouth'
import { formatTeeth, parseTeeth, type TeethSelection } from '@dentin/clinical/teeth'
import type { ToothConditionId, ToothMark } from '@dentin/clinical/tooth-conditions'
import { recordStatusNames, recordStates } from '@dentin/contract/core/status'
import { record, type RecordContent, type SectionKey } from '@dentin/contract/record'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from 'react'
import { useNavigate } from 'react-router'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { useInvalidate } from '../../lib/query.ts'
import { useUnsavedDraft } from '../../lib/use-draft.ts'
import {
  Button,
  ErrorLine,
  Notice,
  SplitPane,
  toast,
  urlEnum,
  useHotkeys,
  useLeaveGuard,
  type Unsaved,
  useUrlState,
} from '../../ui/index.ts'
import type { PaletteStatus } from '../../ui/tooth/index.ts'
import { withLines } from './anaesthetics.ts'
import { CalloutLine, type CalloutHandle } from './callout/CalloutLine.tsx'
import { ChartPane } from './ChartPane.tsx'
import { ConflictDialog, ReasonDialog, RemovalDialog, VersionDialog } from './dialogs.tsx'
import { EditorFooter } from './EditorFooter.tsx'
import { Held } from './Held.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { ageYears } from '../../domain/person.ts'
import { useOpenLines } from '../../domain/plan-lines.ts'
import { lastContent, useAmend, useDraftBill, useRemove, useSign, type RecordDetail } from './hooks.ts'
import {
  clearMarks,
  detailChoices,
  problemOf,
  putMarks,
  takenOff,
  toggleDetail,
  toggleMark,
  withReason,
} from './marks.ts'
import { emptyRow, isBlank, isRowSection, mergeInto, moveTreatment, type InsertMode } from './model.ts'
import type { ActiveRow, SectionsProps } from './section-props.ts'
import { ReviewNotices } from './ReviewNotices.tsx'
import { Sections } from './Sections.tsx'
import { fillTemplate, wantsLast } from './templates/filling.ts'
import { useCountUse, useTemplates, type Template } from './templates/hooks.ts'
import { SaveAsTemplate } from './templates/SaveAsTemplate.tsx'
import { leftWords, marksFor } from './templates/template-marks.ts'
import { TemplatePanel } from './templates/TemplatePanel.tsx'
import { useGaps } from './templates/useGaps.tsx'
import { unusedLines } from './planned.ts'
import { usePriceNews } from './prices.ts'
import { useDraft } from './useDraft.ts'
import type { TariffFacts } from './Rows.tsx'
import s from './record.module.css'

const urlState = {
  dentition: urlEnum(['auto', 'permanent', 'deciduous', 'mixed'], 'auto'),
  notation: urlEnum(['fdi', 'palmer', 'universal'], 'fdi'),
  panel: urlEnum(['none', 'left', 'right'], 'none'),
  dialog: urlEnum(['none', 'versions'], 'none'),
}

/** The text as a special part sees and changes it. */
interface OwnText {
  content: RecordContent
  change: (make: (now: RecordContent) => RecordContent) => void
  readOnly: boolean
  /** What was refused, by the field of the text: 'orthoVisit.tray.no'. */
  problems: ReadonlyMap<string, string>
  /** Sends what is typed; null: that failed. */
  flush: () => Promise<number | null>
  /** Charts a finding on a tooth. */
  mark: (tooth: string, condition: ToothConditionId) => void
}
/** Parts of one kind, put together by the page. */
export interface SpecialParts {
  /** Its sections, which stand in `top`. */
  sections: readonly SectionKey[]
  top: (text: OwnText) => ReactNode
  /** In place of the history; undefined: the history. */
  side?: { label: string; width: number; content: (text: OwnText) => ReactNode } | undefined
  withoutChart: boolean
  /** What of it has not reached the server: leaving asks. */
  unsent?: Unsaved | null
}

export interface RecordEditorProps {
  detail: RecordDetail
  /** Address of the sheet to print. */
  printTo: string
  /** After the record was taken away. */
  onRemoved: () => void
  /** After a bill was made of the treatments. */
  billTo: (billId: string) => string
  /** Address of the calculators of local anaesthetics for this patient; null: not for this person. */
  doseTo: string | null
  /** 约下次, put together by the page. */
  next?: ReactNode
  /** 诊毕: the visit goes on to the till. */
  onFinish: () => Promise<void>
  /** What was prescribed at the visit, put together by the page. */
  prescriptions?: ReactNode
  /** The treatment plan that the plans of the record became, put together by the page; it is given the way to save. */
  plan?: ((save: () => Promise<number | null>) => ReactNode) | undefined
  /** The section that this kind of record alone has (the chart of a periodontal one), put together by the page. */
  own?: ReactNode
  /** What stands above the sections and beside them in a kind that has a picture of its own in place of the chart. */
  special?: SpecialParts | undefined
  /** The bills that came of it, put together by the page. */
  bills?: ReactNode
  /** The consents of the visit, put together by the page. */
  consents?: ReactNode
  /** The pictures of one line, put together by the page. */
  linePictures?: SectionsProps['linePictures']
  /** Restores a deleted record. */
  restore?: ReactNode
}

/** Templates at the left, chart and sections in the middle, history at the right. */
export function RecordEditor(props: RecordEditorProps) {
  const { detail, printTo, onRemoved, billTo, doseTo, next, onFinish, restore } = props
  const editable = detail.can.edit
  const readOnly = !editable
  const navigate = useNavigate()
  const draft = useDraft(detail, editable)
  const invalidate = useInvalidate()
  const { content, change, flush } = draft
  const [url, setUrl] = useUrlState(urlState)
  const [selection, setSelection] = useState<TeethSelection>([])
  // The chart shows a chosen tooth at once; what else goes by it is painted after. A field that is typed in never waits.
  const late = useDeferredValue(useMemo(() => ({ selection, content }), [selection, content]))
  const hold = late.selection !== selection && late.content === content
  const [status, setStatus] = useState<PaletteStatus>('present')
  const [active, setActive] = useState<ActiveRow | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<SectionKey>>(new Set())
  const [dialog, setDialog] = useState<'template' | 'amend' | 'remove' | null>(null)
  const [removal, setRemoval] = useState<{ what: string; make: (now: RecordContent) => RecordContent } | null>(null)
  const [chartProblem, setChartProblem] = useState<string | null>(null)
  const [picked, setPicked] = useState<readonly (TariffFacts & { id: string })[]>([])
  const body = useRef<HTMLDivElement>(null)
  const line = useRef<CalloutHandle>(null)
  const focusNext = useRef<string | null>(null)
  const templates = useTemplates(editable).data?.list
  const [sign, amend, remove, bill] = [useSign(), useAmend(), useRemove(), useDraftBill()]
  const countUse = useCountUse()
  const [billRequest, setBillRequest] = useState(newRequestId)
  const can = useCan()
  const unsent =
    draft.state.kind === 'offline' || draft.state.kind === 'refused'
      ? { what: '这份病历有没有同步到服务器的内容', kept: true }
      : (props.special?.unsent ?? null)
  useLeaveGuard(unsent !== null, unsent?.what, unsent?.kept)
  useUnsavedDraft(
    draft.state.kind === 'saved'
      ? null
      : {
          name: `${detail.patientName} 的病历`,
          save: async () => {
            if ((await flush()) === null) throw new Error('病历没有保存成功')
          },
          discard: draft.discard,
        },
  )

  const marks = useMemo(() => marksAfter(detail.mouth, content.toothMarks), [detail.mouth, content.toothMarks])
  const age = ageYears(detail.birthDay, detail.visitTime)
  const dentition = url.dentition === 'auto' ? chartDentition(age, marks) : url.dentition
  const tariffs = useMemo(
    () => new Map<string, TariffFacts>([...detail.tariffs, ...picked].map((each) => [each.id, each])),
    [detail.tariffs, picked],
  )
  const openLines = useOpenLines(detail.patientId, editable && can('/treatmentPlan:view'))
  const planned = useMemo(() => unusedLines(openLines, content.treatments), [openLines, content.treatments])
  const prices = usePriceNews(detail.id, editable)
  const problems = useMemo(() => problemsOf(draft.state), [draft.state])
  const notes = useMemo(
    () => new Map(draft.quality.items.flatMap(({ field, message }) => (field ? [[field, message]] : []))),
    [draft.quality],
  )
  const { special } = props
  const own: OwnText = {
    content,
    change,
    readOnly,
    problems: useMemo(() => wholeProblems(draft.state), [draft.state]),
    flush,
    mark: (tooth, condition) => {
      change((now) => putMarks(now, [{ tooth, condition, surfaces: '', status: 'present' }]))
      // It was settled beside the text: whoever looks at the mouth elsewhere has it at once.
      draft.flushQuietly()
    },
  }

  const focusField = useCallback((field: string) => {
    focusNext.current = field
    const element = find(body.current, field)
    if (element) {
      focusNext.current = null
      element.focus()
    }
  }, [])
  useEffect(() => {
    if (focusNext.current && find(body.current, focusNext.current)) focusField(focusNext.current)
  })

  const gaps = useGaps(body, selection, editable)
  const jump = (section: SectionKey, field?: string) => {
    if (section !== 'toothMarks') setOpened((now) => new Set([...now, section]))
    document.getElementById(`section-${section}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    const rows = isRowSection(section) ? content[section] : []
    focusField(field ?? (!isRowSection(section) ? section : rows.length > 0 ? `${section}.0` : `${section}.add`))
    if (field) gaps.visitFirst(field)
  }

  const select = (next: TeethSelection) => {
    setSelection(next)
    setChartProblem(null)
    if (!active || readOnly || !isRowSection(active.section)) return
    const { section, index } = active
    const row = content[section][index]
    if (!row || !isBlank(row)) return
    change((now) => ({
      ...now,
      [section]: now[section].map((each, at) => (at === index ? { ...each, teeth: formatTeeth(next) } : each)),
    }))
  }

  const activate = (next: ActiveRow, teeth: string) => {
    setActive(next)
    if (teeth !== '') setSelection(parseTeeth(teeth))
  }

  const chart = (make: (now: RecordContent) => RecordContent) => {
    const problem = problemOf(detail.mouth, content, make(content))
    setChartProblem(problem)
    if (problem !== null) return
    const what = takenOff(content, make(content))
    if (what === null) change(make)
    else setRemoval({ what, make })
  }
  const mark = (condition: ToothConditionId, teeth: TeethSelection) => {
    if (teeth.every(({ code }) => !/^S?\d\d$/.test(code))) {
      toast.info('区域不能标记，请选具体的牙')
      return
    }
    chart((now) => toggleMark(now, condition, teeth, status, marks, newRequestId))
  }

  const bridge = () => {
    const teeth = selection.map(({ code }) => code)
    const made = bridgeMarks({ teeth, missing: missingTeeth(marks), status, group: newRequestId() })
    if ('problem' in made) toast.info(made.problem)
    else chart((now) => putMarks(now, made))
  }

  const put = (
    part: Partial<RecordContent>,
    words: string,
    mode: InsertMode = 'append',
    charted: readonly ToothMark[] = [],
  ) => {
    const before = content
    change((now) => {
      const next = { ...mergeInto(now, part, mode), toothMarks: [...now.toothMarks, ...charted] }
      const counted = (id: string) => tariffs.get(id)?.toothCountPriced ?? false
      return {
        ...next,
        treatments: next.treatments.map((row) =>
          now.treatments.includes(row) ? row : withLines(moveTreatment(row, row.teeth, counted)),
        ),
      }
    })
    toast.success(words, { action: { label: '撤销', onClick: () => change(() => before) } })
  }
  const insert = async (template: Template, mode: InsertMode = 'append') => {
    if (readOnly) return
    const last = wantsLast(template.content) ? await lastContent(detail) : null
    const known = { teeth: selection, day: detail.visitTime.slice(0, 10), record: content, last }
    const marking = { content, before: detail.mouth, mode, newGroup: newRequestId }
    const { marks: charted, left } = marksFor(template.content.toothMarks, marking)
    put(fillTemplate(template.content, known), `已插入「${template.name}」${leftWords(left)}`, mode, charted)
    countUse.mutate(
      { id: template.id },
      {
        onError: (failed) => {
          if (!failed.isNetwork) toast.info(`模板「${template.name}」已被删除或停用，插入的内容保留`)
        },
      },
    )
    gaps.visitFirst()
  }

  /** @returns whether it is signed now */
  const doSign = async (): Promise<boolean> => {
    const version = await flush()
    if (version === null) return false
    try {
      // Awaited: the record that was signed may be shown, and this editor be gone, before the answer is dealt with.
      await sign.mutateAsync({ id: detail.id, version })
      toast.success('已签名并锁定')
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const missing = (error.data as { missing?: RecordDetail['missing'] } | null)?.missing
      if (missing?.[0]) {
        toast.error(`还不能签名：${missing.map((each) => each.message).join('、')}`)
        jump(missing[0].section, missing[0].field)
      } else if (error.isConflict) {
        // Nobody signs what others have written since without having seen it.
        await invalidate([record.get])
        toast.error('已被他人修改，已换成最新内容，请看过再签名')
      } else toast.error(error.message)
      return false
    }
  }
  const [finishing, setFinishing] = useState(false)
  const doFinish = async () => {
    setFinishing(true)
    try {
      if (!detail.can.sign || (await doSign())) await onFinish()
    } finally {
      setFinishing(false)
    }
  }
  const doBill = async () => {
    if ((await flush()) === null) return
    try {
      // Awaited: the signature just made may put another editor in this one's place before the answer comes.
      const { id, billNo } = await bill.mutateAsync({ recordId: detail.id, requestId: billRequest })
      toast.success(`已生成收费单 ${billNo}，前台可见`, {
        action: { label: '查看', onClick: () => void navigate(billTo(id)) },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
    setBillRequest(newRequestId())
  }

  const doRemove = async (reason: string) => {
    const version = (await flush()) ?? detail.version
    try {
      // Awaited: the record that is deleted now is shown by another editor.
      await remove.mutateAsync({ id: detail.id, version, ...(reason ? { reason } : {}) })
      toast.success('删除成功')
      onRemoved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  const hasItems = content.treatments.some((row) => row.tariffs.length > 0)
  const mayBill = can('/orderSet:open') && hasItems && !recordStates.is(detail.status, 'deleted')
  const favourites = (templates ?? []).filter((each) => each.favourite && each.kind === 1).slice(0, 3)
  useHotkeys([
    { key: 'mod+s', does: '保存病历', run: () => void flush(), enabled: editable },
    { key: 'mod+Enter', does: '签名并锁定', run: () => void doSign(), enabled: detail.can.sign && !sign.isPending },
    { key: 'F7', does: '生成收费单', run: () => void doBill(), enabled: mayBill && !bill.isPending },
    { key: 'F9', does: '诊毕，没签名的先签名', run: () => void doFinish(), enabled: detail.can.finish && !finishing },
    ...favourites.map((template, index) => ({
      key: `alt+${index + 1}`,
      does: `插入「${template.name}」`,
      run: () => void insert(template),
      whileTyping: true,
      enabled: editable,
    })),
  ])

  // Leaving a field sends what was typed in it.
  const onBlur = (event: FocusEvent) => {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) draft.flushQuietly()
  }
  const refused = draft.state.kind === 'refused' && draft.state.fields.length > 0 && problems.size === 0

  return (
    <>
      <SplitPane
        open={url.panel === 'none' ? null : url.panel}
        onOpen={(panel) => setUrl({ panel: panel ?? 'none' })}
        left={
          readOnly || special?.side
            ? undefined
            : {
                label: '模板',
                width: 212,
                layout: true,
                content: (
                  <Held hold={hold}>
                    <TemplatePanel onInsert={(template, mode) => void insert(template, mode)} readOnly={readOnly} />
                  </Held>
                ),
              }
        }
        right={
          special?.side
            ? { ...special.side, content: special.side.content(own) }
            : {
                label: '历史',
                width: 284,
                content: (
                  <Held hold={hold}>
                    <h2 className={s.sideHead}>历史</h2>
                    <HistoryPanel
                      patientId={detail.patientId}
                      except={detail.id}
                      recordType={detail.recordType}
                      readOnly={readOnly}
                      onQuote={put}
                    />
                  </Held>
                ),
              }
        }
      >
        <div ref={body} className={s.editor} onBlur={onBlur}>
          {!detail.intact && (
            <ErrorLine className={s.flag}>
              这份病历的内容与签名时不一致，可能被绕过系统改动。请与管理员核对「{detail.versionCount} 个版本」后再使用。
            </ErrorLine>
          )}
          {recordStates.is(detail.status, 'deleted') && (
            <Notice tone="danger" icon="trash" action={restore} className={s.flag}>
              这份病历已删除
            </Notice>
          )}
          {recordStates.is(detail.status, 'amending') && (
            <Notice tone="wait" icon="pencil" className={s.flag}>
              修订中：{detail.amendReason}。签名后成为第 {detail.versionCount + 1} 版，第 {detail.versionCount}{' '}
              版仍可查看。
            </Notice>
          )}
          <ReviewNotices detail={detail} />
          {draft.kept && (
            <Notice
              icon="save"
              className={s.flag}
              action={
                <>
                  <Button size="xs" variant="tint" onClick={draft.takeKept}>
                    恢复
                  </Button>
                  <Button size="xs" variant="text" onClick={draft.dropKept}>
                    丢弃
                  </Button>
                </>
              }
            >
              本机有一份 {localTime(draft.kept.at)} 没有同步的内容
            </Notice>
          )}
          {refused && draft.state.kind === 'refused' && <ErrorLine className={s.flag}>{draft.state.message}</ErrorLine>}
          {special?.top(own)}
          {special?.withoutChart !== true && (
            <ChartPane
              dentition={dentition}
              age={age}
              onDentition={(next) => setUrl({ dentition: next })}
              notation={url.notation}
              onNotation={(next) => setUrl({ notation: next === 'cross' ? 'fdi' : next })}
              marks={marks}
              knownOn={detail.mouthOn}
              selection={selection}
              onSelection={select}
              status={status}
              onStatus={setStatus}
              onMark={mark}
              onClear={(teeth) => change((now) => clearMarks(now, teeth))}
              details={detailChoices(content, selection, status)}
              onDetail={(condition, detail) => change((now) => toggleDetail(now, condition, selection, status, detail))}
              onBridge={bridge}
              onNumber={(digit) => line.current?.begin(digit)}
              callout={
                !readOnly && (
                  <CalloutLine
                    ref={line}
                    content={content}
                    change={change}
                    before={detail.mouth}
                    mouth={marks}
                    selection={selection}
                    onSelection={setSelection}
                    status={status}
                  />
                )
              }
              problems={[
                ...(chartProblem === null ? [] : [chartProblem]),
                ...[...problems].flatMap(([field, message]) => (field.startsWith('toothMarks.') ? [message] : [])),
              ]}
              historyTo={`/patientMedicalRecord?patientId=${detail.patientId}&show=mouth`}
              readOnly={readOnly}
            />
          )}
          <Held hold={hold}>
            <Sections
              content={content}
              change={change}
              recordType={detail.recordType}
              own={props.own}
              elsewhere={special?.sections}
              required={detail.required}
              visitKind={detail.visitKind}
              visitDay={detail.visitTime.slice(0, 10)}
              gender={detail.gender}
              readOnly={readOnly}
              selection={late.selection}
              active={active}
              onActive={activate}
              opened={opened}
              onOpen={(section) => {
                setOpened((now) => new Set([...now, section]))
                if (isRowSection(section)) {
                  change((now) => ({ ...now, [section]: [...now[section], emptyRow(section, formatTeeth(selection))] }))
                  focusField(`${section}.0`)
                } else focusField(section)
              }}
              onFocusField={focusField}
              tariffs={tariffs}
              onTariff={(tariff) => setPicked((now) => [...now, tariff])}
              body={detail.body}
              doctorName={detail.doctorName}
              recordId={detail.id}
              inFile={detail.inFile}
              doseTo={doseTo}
              planned={planned}
              prices={prices}
              problems={problems}
              notes={notes}
              linePictures={props.linePictures}
              hint={favourites[0]?.name ?? null}
            />
            {props.plan?.(editable ? flush : () => Promise.resolve(detail.version))}
            {props.prescriptions}
            {props.bills}
            {props.consents}
          </Held>
          {gaps.bar}
        </div>
        <Held hold={hold}>
          <EditorFooter
            detail={detail}
            state={draft.state}
            missing={draft.missing}
            quality={draft.quality}
            busy={finishing ? 'finish' : sign.isPending ? 'sign' : bill.isPending ? 'bill' : null}
            printTo={printTo}
            onJump={jump}
            onRetry={() => void flush()}
            onTemplate={
              can('/myTemplete:edit') && !recordStates.is(detail.status, 'deleted') ? () => setDialog('template') : null
            }
            onBill={mayBill ? () => void doBill() : null}
            onSign={() => void doSign()}
            onAmend={() => setDialog('amend')}
            onRemove={() => setDialog('remove')}
            onVersions={() => setUrl({ dialog: 'versions' })}
            next={next}
            onFinish={detail.can.finish ? () => void doFinish() : null}
          />
        </Held>
      </SplitPane>
      {draft.conflict && (
        <ConflictDialog mine={content} conflict={draft.conflict} onKeep={draft.resolve} onClose={draft.postpone} />
      )}
      {removal && (
        <RemovalDialog
          what={removal.what}
          onClose={() => setRemoval(null)}
          onSubmit={(reason) => {
            change((now) => withReason(now, removal.make(now), reason))
            setRemoval(null)
          }}
        />
      )}
      {dialog === 'template' && (
        <SaveAsTemplate recordId={detail.id} content={content} onClose={() => setDialog(null)} />
      )}
      {url.dialog === 'versions' && <VersionDialog detail={detail} onClose={() => setUrl({ dialog: 'none' })} />}
      {dialog === 'amend' && (
        <ReasonDialog
          title={`修订病历 ${detail.recordNo}`}
          hint="已签名的版本保留不变，修订后再次签名成为新版本。"
          submitText="开始修订"
          required
          dictionary="amend-reason"
          busy={amend.isPending}
          error={amend.error instanceof ApiError ? amend.error.message : undefined}
          onClose={() => setDialog(null)}
          onSubmit={(reason) =>
            amend.mutate({ id: detail.id, version: detail.version, reason }, { onSuccess: () => setDialog(null) })
          }
        />
      )}
      {dialog === 'remove' && (
        <ReasonDialog
          title={`删除病历 ${detail.recordNo}？`}
          hint={`${recordStatusNames[detail.status]}的病历删除后可在患者病历里恢复${detail.versionCount > 0 ? '，已签名的各版本保留' : ''}。`}
          submitText="删除"
          danger
          required={!recordStates.is(detail.status, 'draft')}
          busy={remove.isPending}
          error={remove.error instanceof ApiError ? remove.error.message : undefined}
          onClose={() => setDialog(null)}
          onSubmit={(reason) => void doRemove(reason)}
        />
      )}
    </>
  )
}

function find(root: HTMLElement | null, field: string): HTMLElement | null {
  const element = root?.querySelector<HTMLElement>(`[data-field="${field}"]`) ?? null
  return element?.matches('textarea, input, button') ? element : (element?.querySelector('input') ?? null)
}

/** What the server says is wrong, by the field of the editor it belongs to: 'exams.2', 'chiefComplaint'. */
function problemsOf(state: ReturnType<typeof useDraft>['state']): ReadonlyMap<string, string> {
  if (state.kind !== 'refused') return new Map()
  return new Map(
    state.fields.flatMap(({ field, message }) => {
      const [root, section = '', second] = field.split('.')
      if (root !== 'content') return []
      const place = second === undefined ? section : `${section}.${second}`
      return [[place, message] as const]
    }),
  )
}

/** What was refused, by the whole field of the text. */
function wholeProblems(state: ReturnType<typeof useDraft>['state']): ReadonlyMap<string, string> {
  if (state.kind !== 'refused') return new Map()
  return new Map(
    state.fields.flatMap(({ field, message }) =>
      field.startsWith('content.') ? [[field.slice('content.'.length), message] as const] : [],
    ),
  )
}

function localTime(iso: string): string {
  return new Date(iso).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' })
}
