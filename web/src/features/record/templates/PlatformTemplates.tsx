import type { WireOutput } from '@dentin/contract/core/call'
import type { recordTemplate } from '@dentin/contract/record-template'
import { DataTable, listProps, type Column } from '../../../ui/heavy.ts'
import { Button, EmptyState } from '../../../ui/index.ts'
import { wordsOf } from './find.ts'
import { usePlatform } from './hooks.ts'

type Offered = WireOutput<typeof recordTemplate.platform>[number]

/** What the platform offers: nobody changes it, everybody may copy it. */
export function PlatformTemplates({ onCopy }: { onCopy: ((from: Offered) => void) | null }) {
  const found = usePlatform(true)
  const columns: Column<Offered>[] = [
    { key: 'name', title: '名称', width: 200, locked: true, render: (row) => <b>{row.name}</b> },
    { key: 'category', title: '分类', width: 130, render: (row) => row.category },
    {
      key: 'words',
      title: '内容',
      render: (row) => <span className="ellipsis secondary">{wordsOf(row.content)}</span>,
    },
    {
      key: 'action',
      title: '',
      width: 100,
      align: 'right',
      render: (row) =>
        onCopy && (
          <Button variant="row" size="sm" onClick={() => onCopy(row)}>
            复制
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      label="平台模板"
      fill
      columns={columns}
      keyOf={(row) => row.key}
      {...listProps(found)}
      rows={found.data}
      empty={<EmptyState layout="stack" icon="file" title="没有平台模板" hint="" />}
      mobile={(row) => (
        <div>
          <b>{row.name}</b> <span className="tertiary">{row.category}</span>
          <div className="secondary t-13 ellipsis">{wordsOf(row.content)}</div>
        </div>
      )}
    />
  )
}
