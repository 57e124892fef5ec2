import { Tag, type TagProps } from '../../ui/index.ts'

const looks: Readonly<Record<number, { label: string } & Pick<TagProps, 'tone' | 'icon'>>> = {
  0: { label: '待审核', tone: 'wait', icon: 'clock' },
  1: { label: '已通过', tone: 'done', icon: 'check' },
  2: { label: '已驳回', tone: 'danger', icon: 'x' },
  3: { label: '已撤回', tone: 'muted', icon: 'undo' },
  4: { label: '已解除', tone: 'muted', icon: 'logout' },
}

/** How far an application has come. */
export function ApplyTag({ status }: { status: number }) {
  const look = looks[status]
  return look ? (
    <Tag tone={look.tone} icon={look.icon}>
      {look.label}
    </Tag>
  ) : null
}
