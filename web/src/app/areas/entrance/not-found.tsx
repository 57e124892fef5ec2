import { EmptyState, LinkButton, Logo } from '../../../ui/index.ts'

/** A path that no screen has, or one that the person may not open. */
export default function NotFoundPage() {
  return (
    <main
      style={{
        display: 'grid',
        placeItems: 'center',
        alignContent: 'center',
        gap: 24,
        minHeight: '100dvh',
        padding: 16,
      }}
    >
      <Logo size={32} />
      <EmptyState
        layout="stack"
        icon="search"
        title={<h1 className="t-16">没有找到这个页面</h1>}
        hint="地址可能有误，或者您的岗位没有打开它的权限。"
        action={
          <LinkButton to="/" variant="primary">
            回到首页
          </LinkButton>
        }
      />
    </main>
  )
}
