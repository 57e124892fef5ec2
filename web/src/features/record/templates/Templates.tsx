import { parseTeeth } from '@dentin/clinical/teeth'
import {
  PHRASE_PREFIX,
  recordSections,
  templateContent,
  type SectionKey,
  type TemplateContent,
} from '@dentin/contract/record'
import { templateScopeNames, type TemplateScope } from '@dentin/contract/record-template'
import { Fragment, useState } from 'react'
import { ApiError, newRequestId } from '../../../lib/client.ts'
import { ComboBox, DataTable, Dialog, listProps, type Column } from '../../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  confirm,
  EmptyState,
  ErrorLine,
  Field,
  IconButton,
  SearchField,
  Tabs,
  Tag,
  TextArea,
  TextButton,
  toast,
  Toolbar,
  urlEnum,
  urlOptional,
  urlText,
  useUrlState,
} from '../../../ui/index.ts'
import { findIcds } from '../hooks.ts'
import { useRemoveTemplate, useSaveTemplate, useTemplates, type Template } from './hooks.ts'
import { TemplateFields, type TemplateHead } from './TemplateFields.tsx'
import s from '../work.module.css'

const urlState = { kind: urlEnum(['template', 'phrase'], 'template'), q: urlText(), edit: urlOptional }

/** Templates and phrases: the own with those that are at hand, or those that the clinic and the chain share. */
export function Templates({ whose }: { whose: 'own' | 'shared' }) {
  const [{ kind, q, edit }, set] = useUrlState(urlState)
  const found = useTemplates()
  const data = found.data?.list.filter(({ scope, favourite }) =>
    whose === 'own' ? scope === 1 || favourite : scope !== 1,
  )
  const mayKeep = (found.data?.mayKeep ?? []).filter((scope) => (whose === 'own') === (scope === 1))
  const remove = useRemoveTemplate()
  const phrase = kind === 'phrase'
  const rows = data?.filter(
    (each) => each.category.startsWith(PHRASE_PREFIX) === phrase && `${each.category}${each.name}`.includes(q.trim()),
  )
  const count = (phrases: boolean) => data?.filter((each) => each.category.startsWith(PHRASE_PREFIX) === phrases).length
  const drop = async (template: Template) => {
    if (
      !(await confirm({
        title: `删除模板「${template.name}」？`,
        body: '已写的病历不受影响。',
        okText: '删除',
        danger: true,
      }))
    )
      return
    remove.mutate(
      { id: template.id, version: template.version },
      { onSuccess: () => toast.success('删除成功'), onError: (failed) => toast.error(failed.message) },
    )
  }
  const columns: Column<Template>[] = [
    { key: 'name', title: '名称', width: 220, locked: true, render: (row) => <b>{row.name}</b> },
    { key: 'category', title: '分类', width: 130, render: (row) => row.category.replace(PHRASE_PREFIX, '') },
    {
      key: 'who',
      title: '范围',
      width: 110,
      render: (row) => (
        <>
          <Tag tone={row.scope === 1 ? 'brand' : 'muted'}>{templateScopeNames[row.scope]}</Tag>{' '}
          {row.favourite && <Tag>常用</Tag>}
        </>
      ),
    },
    {
      key: 'words',
      title: '内容',
      render: (row) => <span className="ellipsis secondary">{wordsOf(row.content)}</span>,
    },
    {
      key: 'action',
      title: '',
      width: 130,
      align: 'right',
      render: (row) =>
        row.canEdit && (
          <>
            <Button variant="row" size="sm" onClick={() => set({ edit: row.id })}>
              修改
            </Button>
            <IconButton icon="trash" size="sm" label={`删除${row.name}`} onClick={() => void drop(row)} />
          </>
        ),
    },
  ]
  const editing = edit && edit !== 'new' ? data?.find((each) => each.id === edit) : undefined
  return (
    <>
      <Tabs
        label="模板"
        inset="gutter"
        items={[
          { key: 'template', label: '模板', ...(count(false) === undefined ? {} : { count: count(false) as number }) },
          { key: 'phrase', label: '词条', ...(count(true) === undefined ? {} : { count: count(true) as number }) },
        ]}
        value={kind}
        onChange={(next) => set({ kind: next }, { push: true })}
      />
      <Toolbar
        end={
          mayKeep.length > 0 && (
            <Button variant="primary" icon="plus" onClick={() => set({ edit: 'new' })}>
              {phrase ? '新建词条' : '新建模板'}
            </Button>
          )
        }
      >
        <span className={s.search}>
          <SearchField value={q} onChange={(text) => set({ q: text })} placeholder="名称、分类" aria-label="搜索模板" />
        </span>
      </Toolbar>
      <DataTable
        label="模板"
        fill
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(found)}
        rows={rows}
        {...(mayKeep.length > 0 ? { onOpen: (row: Template) => row.canEdit && set({ edit: row.id }) } : {})}
        empty={
          <EmptyState
            layout="stack"
            icon="file"
            title={q ? '没有找到' : phrase ? '还没有词条' : '还没有模板'}
            hint={q ? '换个词试试' : '常写的内容存成模板，书写时一点就插入'}
          />
        }
        mobile={(row) => (
          <div>
            <b>{row.name}</b> <Tag tone={row.scope === 1 ? 'brand' : 'muted'}>{templateScopeNames[row.scope]}</Tag>
            <div className="secondary t-13 ellipsis">{wordsOf(row.content)}</div>
          </div>
        )}
      />
      {(edit === 'new' || editing) && (
        <EditDialog
          key={edit}
          template={editing}
          phrase={phrase}
          categories={[...new Set((data ?? []).map((each) => each.category))]}
          mayKeep={mayKeep}
          onClose={() => set({ edit: null })}
        />
      )}
    </>
  )
}

function wordsOf(content: TemplateContent): string {
  return Object.values(content)
    .flatMap((value) =>
      typeof value === 'string' ? [value] : value.map((row) => ('icdName' in row ? row.icdName : row.content)),
    )
    .filter(Boolean)
    .map((words) => words.replace(/[。；]$/, ''))
    .join('；')
}

const textKeys = ['chiefComplaint', 'presentIllness', 'pastHistory', 'advice'] as const
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

function EditDialog({
  template,
  phrase,
  categories,
  mayKeep,
  onClose,
}: {
  template: Template | undefined
  phrase: boolean
  categories: readonly string[]
  mayKeep: readonly TemplateScope[]
  onClose: () => void
}) {
  const save = useSaveTemplate()
  const [content, setContent] = useState<TemplateContent>(() => template?.content ?? templateContent.parse({}))
  const [head, setHead] = useState<TemplateHead>({
    name: template?.name ?? '',
    category: template?.category.replace(PHRASE_PREFIX, '') ?? '',
    scope: template?.scope ?? mayKeep[0] ?? 1,
  })
  const [favourite, setFavourite] = useState(template?.favourite ?? false)
  const [requestId, setRequestId] = useState(newRequestId)
  const problems = new Map(
    save.error instanceof ApiError ? save.error.fields.map((each) => [each.field, each.message]) : [],
  )
  const prefix = phrase ? PHRASE_PREFIX : ''
  const trimmed = (): TemplateContent => ({
    ...content,
    exams: content.exams.filter((row) => row.content.trim()),
    auxExams: content.auxExams.filter((row) => row.content.trim()),
    plans: content.plans.filter((row) => row.content.trim()),
    treatments: content.treatments.filter((row) => row.content.trim() || row.tariffs.length > 0),
  })
  const submit = () =>
    save.mutate(
      {
        ...(template ? { id: template.id, version: template.version } : {}),
        ...head,
        category: head.category.trim() ? `${prefix}${head.category.trim()}` : '',
        favourite,
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
      width={720}
      title={template ? `修改「${template.name}」` : phrase ? '新建词条' : '新建模板'}
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
          categories={categories
            .filter((each) => each.startsWith(PHRASE_PREFIX) === phrase)
            .map((each) => each.replace(PHRASE_PREFIX, ''))}
          categoryMax={26}
          mayKeep={mayKeep}
          problems={problems}
        />
        <p className="tertiary t-12">
          占位：{'{牙位} {牙面} {选择:A|B} {多选:A|B} {数字:0-10} {日期} {上次:处置} {影像所见}'}
          。插入时能知道的直接写上，其余留空，按 Tab 逐个填。检查、计划、处置每行一条。
        </p>
        {problems.get('content') && <ErrorLine>{problems.get('content')}</ErrorLine>}
        {recordSections.map(({ key }) =>
          isText(key) ? (
            phrase && key === 'pastHistory' ? null : (
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
            </Field>
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
        <Checkbox checked={favourite} onChange={(event) => setFavourite(event.target.checked)}>
          放进常用
        </Checkbox>
      </div>
    </Dialog>
  )
}
