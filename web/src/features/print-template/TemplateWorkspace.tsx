import { printPaperKinds, printPapers } from '@dentin/contract/core/print-papers'
import { templateOwners, type PrintTemplateContent } from '@dentin/contract/print-template'
import { wordsOf } from '@dentin/contract/core/fields'
import { useState } from 'react'
import {
  ErrorLine,
  Segmented,
  SideList,
  SkeletonRows,
  TabPanel,
  Tabs,
  Tag,
  urlEnum,
  useIsMobile,
  useLeaveGuard,
  useUrlState,
} from '../../ui/index.ts'
import { useTemplates, type DrawPaper, type PaperTemplates, type Templates } from './hooks.ts'
import { Preview } from './Preview.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { sourceName, sourceOf, startOf } from './words.ts'
import s from './print-template.module.css'

const panes = [
  { key: 'papers', label: '单据' },
  { key: 'edit', label: '模板' },
  { key: 'preview', label: '预览' },
] as const
type Pane = (typeof panes)[number]['key']
const urlState = {
  paper: urlEnum(printPaperKinds, 'receipt'),
  owner: urlEnum(wordsOf(templateOwners), 'clinic'),
  pane: urlEnum(['papers', 'edit', 'preview'], 'papers'),
}
const owners = [
  { value: 'clinic', label: '本门诊' },
  { value: 'chain', label: '连锁' },
] as const
const TABS = 'print-template'

/** The papers, what their template says, and how one of them comes out of the printer. */
export function TemplateWorkspace({ draw }: { draw: DrawPaper }) {
  const { data, error, refetch } = useTemplates()
  if (error) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={12} />
  return <Workspace templates={data} draw={draw} onStale={() => void refetch()} />
}

function Workspace({ templates, draw, onStale }: { templates: Templates; draw: DrawPaper; onStale: () => void }) {
  const [{ paper: kind, owner, pane }, set] = useUrlState(urlState)
  const isMobile = useIsMobile()
  /** What is written and not saved, by paper and owner: looking at another paper loses nothing. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, PrintTemplateContent>>>({})
  useLeaveGuard(Object.keys(drafts).length > 0, '打印模板有未保存的修改')
  const paper = templates.papers.find((each) => each.kind === kind) as PaperTemplates
  const name = `${kind} ${owner}`
  const content = drafts[name] ?? startOf(paper, owner)
  const write = (next: PrintTemplateContent | null) =>
    setDrafts(({ [name]: _, ...others }) => (next ? { ...others, [name]: next } : others))
  const papers = (
    <SideList
      label="单据"
      items={templates.papers}
      keyOf={(each) => each.kind}
      selected={kind}
      onSelect={(each) => set({ paper: each.kind, pane: 'edit' })}
      render={(each) => (
        <Entry paper={each} isWritten={wordsOf(templateOwners).some((of) => drafts[`${each.kind} ${of}`])} />
      )}
    />
  )
  const editor = (
    <>
      <div className={s.owner}>
        <h2 className="t-16">{printPapers[kind].name}</h2>
        <Segmented
          label="模板归属"
          size="sm"
          value={owner}
          options={owners}
          onChange={(next) => set({ owner: next })}
        />
      </div>
      <TemplateEditor
        key={name}
        paper={paper}
        owner={owner}
        clinicName={templates.clinicName}
        mayEdit={templates.mayEdit[owner]}
        content={content}
        isWritten={drafts[name] !== undefined}
        onWrite={write}
        onStale={onStale}
      />
    </>
  )
  const preview = <Preview key={kind} kind={kind} content={content} draw={draw} />
  if (!isMobile)
    return (
      <div className={s.workspace}>
        <aside className={s.papers} aria-label="单据">
          {papers}
        </aside>
        <section className={s.edit} aria-label="模板">
          {editor}
        </section>
        <section className={s.preview} aria-label="预览">
          {preview}
        </section>
      </div>
    )
  return (
    <>
      <Tabs
        id={TABS}
        label="打印模板"
        inset="gutter"
        items={panes}
        value={pane}
        onChange={(next: Pane) => set({ pane: next })}
      />
      <TabPanel tabs={TABS} value={pane} className={s.pane}>
        {pane === 'papers' ? papers : pane === 'edit' ? editor : preview}
      </TabPanel>
    </>
  )
}

function Entry({ paper, isWritten }: { paper: PaperTemplates; isWritten: boolean }) {
  const source = sourceOf(paper)
  return (
    <span className={s.entry}>
      <span>
        {printPapers[paper.kind].name}
        {isWritten && <span className={s.written}>　未保存</span>}
      </span>
      <Tag tone={source === 'clinic' ? 'brand' : source === 'chain' ? 'booked' : 'muted'}>{sourceName(source)}</Tag>
    </span>
  )
}
