import { templateKinds } from '@dentin/contract/lists/record-template-categories'
import { templateContent } from '@dentin/contract/record'
import { lacksInterval, templateScopeNames, type TemplateKind } from '@dentin/contract/record-template'
import { useMemo, useState } from 'react'
import { DataTable, listProps, Select, type Column } from '../../../ui/heavy.ts'
import {
  Button,
  confirm,
  cx,
  EmptyState,
  IconButton,
  SearchField,
  Tabs,
  Tag,
  toast,
  Toolbar,
  urlEnum,
  urlOptional,
  urlText,
  useIsMobile,
  useUrlState,
} from '../../../ui/index.ts'
import { Categories } from './Categories.tsx'
import { find, indexOf, pathOf, wordsOf } from './find.ts'
import { useFavourite, useRemoveTemplate, useTemplates, type Template } from './hooks.ts'
import { IntervalTag } from './IntervalTag.tsx'
import { OwnDiagnoses } from './OwnDiagnoses.tsx'
import { PlatformTemplates } from './PlatformTemplates.tsx'
import { blankDraft, TemplateDialog, type TemplateDraft } from './TemplateDialog.tsx'
import { Transfer } from './Transfer.tsx'
import s from '../work.module.css'

const NONE = 'none'
const urlState = {
  kind: urlEnum(['template', 'phrase', 'platform', 'categories', 'diagnoses'], 'template'),
  q: urlText(),
  category: urlOptional,
  edit: urlOptional,
}

/** Templates and phrases: the own with those that are at hand, or those that the clinic and the chain share. */
export function Templates({ whose }: { whose: 'own' | 'shared' }) {
  const [{ kind, q, category, edit }, set] = useUrlState(urlState)
  const mobile = useIsMobile()
  const found = useTemplates()
  const remove = useRemoveTemplate()
  const star = useFavourite()
  const [draft, setDraft] = useState<TemplateDraft | null>(null)
  const all = found.data?.list
  const categories = useMemo(() => found.data?.categories ?? [], [found.data])
  const mayKeep = (found.data?.mayKeep ?? []).filter((scope) => (whose === 'own') === (scope === 1))
  const shown = useMemo(
    () => all?.filter(({ scope, favourite }) => (whose === 'own' ? scope === 1 || favourite : scope !== 1)) ?? [],
    [all, whose],
  )
  const index = useMemo(() => indexOf(shown, categories), [shown, categories])
  const number: TemplateKind = kind === 'phrase' ? 2 : 1
  const ofKind = find(index, q).filter((each) => each.kind === number)
  const rows = category ? ofKind.filter((each) => (each.categoryId ?? NONE) === category) : ofKind
  const count = (of: TemplateKind) => (all ? shown.filter((each) => each.kind === of).length : undefined)
  const drop = async (template: Template) => {
    const isSure = await confirm({
      title: `删除「${template.name}」？`,
      body: '已写的病历不受影响。',
      okText: '删除',
      danger: true,
    })
    if (!isSure) return
    remove.mutate(
      { id: template.id, version: template.version },
      { onSuccess: () => toast.success('删除成功'), onError: (failed) => toast.error(failed.message) },
    )
  }
  const columns: Column<Template>[] = [
    {
      key: 'name',
      title: '名称',
      width: 340,
      locked: true,
      render: (row) => (
        <span className={s.named}>
          <IconButton
            icon="star"
            size="xs"
            className={cx(row.favourite && s.starred)}
            label={row.favourite ? `取消常用：${row.name}` : `收进常用：${row.name}`}
            onClick={() => star.mutate({ id: row.id, favourite: !row.favourite })}
          />
          <b>{row.name}</b>
          {lacksInterval(row) && <IntervalTag template={row} />}
        </span>
      ),
    },
    { key: 'category', title: '分类', width: 150, render: (row) => pathOf(row.categoryId, categories) },
    {
      key: 'who',
      title: '范围',
      width: 80,
      render: (row) => <Tag tone={row.scope === 1 ? 'brand' : 'muted'}>{templateScopeNames[row.scope]}</Tag>,
    },
    {
      key: 'words',
      title: '内容',
      render: (row) => <span className="ellipsis secondary">{wordsOf(row.content)}</span>,
    },
    {
      key: 'used',
      title: '用过',
      width: 80,
      align: 'right',
      numeric: true,
      render: (row) => (row.usageCount > 0 ? `${row.usageCount} 次` : '—'),
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
  const editing = edit ? all?.find((each) => each.id === edit && each.canEdit) : undefined
  const word = templateKinds[number]
  const tabs = [
    { key: 'template' as const, label: '模板', count: count(1) },
    { key: 'phrase' as const, label: '词条', count: count(2) },
    { key: 'platform' as const, label: '平台模板' },
    ...(whose === 'shared'
      ? [
          { key: 'categories' as const, label: '分类' },
          { key: 'diagnoses' as const, label: '自定诊断' },
        ]
      : []),
  ]
  const copy = (from: { name: string; content: Template['content'] }) =>
    setDraft({ ...blankDraft(1), name: from.name, content: templateContent.parse(from.content) })
  return (
    <>
      <Tabs
        label="模板"
        inset="gutter"
        items={tabs.map(({ count: n, ...tab }: (typeof tabs)[number] & { count?: number | undefined }) =>
          n === undefined ? tab : { ...tab, count: n },
        )}
        value={kind}
        onChange={(next) => set({ kind: next, category: null }, { push: true })}
      />
      {kind === 'categories' ? (
        <Categories />
      ) : kind === 'diagnoses' ? (
        <OwnDiagnoses />
      ) : kind === 'platform' ? (
        <PlatformTemplates onCopy={mayKeep.length > 0 ? copy : null} />
      ) : (
        <>
          <Toolbar
            end={
              mayKeep.length > 0 && (
                <>
                  {!mobile && <Transfer mayKeep={mayKeep} />}
                  <Button variant="primary" icon="plus" onClick={() => setDraft(blankDraft(number))}>
                    新建{word}
                  </Button>
                </>
              )
            }
          >
            <span className={s.search}>
              <SearchField
                value={q}
                onChange={(text) => set({ q: text })}
                placeholder="名称、拼音、标签、内容"
                aria-label={`搜索${word}`}
              />
            </span>
            {!mobile && (
              <Select
                clearable
                searchable
                width={180}
                label="分类"
                placeholder="全部分类"
                value={category}
                options={[
                  ...categories.flatMap((each) =>
                    each.kind === number ? [{ value: each.id, label: pathOf(each.id, categories) }] : [],
                  ),
                  { value: NONE, label: '未分类' },
                ]}
                onChange={(next) => set({ category: next })}
              />
            )}
          </Toolbar>
          <DataTable
            label={word}
            fill
            columns={columns}
            keyOf={(row) => row.id}
            {...listProps(found)}
            rows={all && rows}
            {...(mayKeep.length > 0 ? { onOpen: (row: Template) => row.canEdit && set({ edit: row.id }) } : {})}
            empty={
              <EmptyState
                layout="stack"
                icon="file"
                title={q || category ? '没有找到' : `还没有${word}`}
                hint={q || category ? '换个词或换个分类试试' : '常写的内容存下来，书写时一点就插入'}
              />
            }
            mobile={(row) => (
              <div>
                <b>{row.name}</b> <Tag tone={row.scope === 1 ? 'brand' : 'muted'}>{templateScopeNames[row.scope]}</Tag>{' '}
                {lacksInterval(row) && <IntervalTag template={row} />}
                <div className="secondary t-13 ellipsis">{wordsOf(row.content)}</div>
              </div>
            )}
          />
        </>
      )}
      {(editing ?? draft) && (
        <TemplateDialog
          key={editing?.id ?? 'new'}
          template={editing ?? null}
          draft={draft ?? blankDraft(number)}
          categories={categories}
          mayKeep={mayKeep}
          onClose={() => {
            setDraft(null)
            set({ edit: null })
          }}
        />
      )}
    </>
  )
}
