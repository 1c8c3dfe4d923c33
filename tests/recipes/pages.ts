import { kebab } from '../../infra/features/feature.ts';
import { needCamelCase, pascal, RecipeError, type Scaffold, sentence } from './scaffold.ts';

/** A page for customers, with its texts in both languages and a screen that is looked at. */
export function page(
  scaffold: Scaffold,
  [feature, name, path]: readonly [string, string, string],
): void {
  if (!path.startsWith('/')) throw new RecipeError('A page has a path, such as: /checks/latest');
  needCamelCase(name);
  const title = sentence(name);
  scaffold.insert('web/src/lib/paths.ts', /export const paths = \{/, `\n${name}: '${path}',`);
  // The texts of a feature without a folder stand with those of every page.
  const folder = scaffold.exists(`web/src/i18n/${feature}/en.ts`) ? feature : undefined;
  for (const language of ['en', 'fr'])
    scaffold.insert(
      `web/src/i18n/${folder ?? 'signed-in'}/${language}.ts`,
      new RegExp(folder ? `export const ${language} = \\{` : `\\n {2}${feature}: \\{`),
      `\n${name}: { title: '${title}' },`,
    );
  scaffold.write(
    `web/src/features/${feature}/${kebab(name)}-page.tsx`,
    `import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../ui/page-heading.tsx';

export function ${pascal(name)}Page() {
  const { t } = useTranslation();
  return <PageHeading title={t('${feature}.${name}.title')} />;
}
`,
  );
  scaffold.insert(
    'web/src/app/pages.ts',
    /export const pages = \{/,
    `
    ${name}: {
      area: 'customer',
      title: '${feature}.${name}.title',
      Component: lazyPage(() => import('../features/${feature}/${kebab(name)}-page.tsx')${folder ? `, '${folder}'` : ''}),
    },`,
  );
  scaffold.insert(
    'tests/browser/screens/check-screens.ts',
    /screensOf\('beginner', \{/,
    `
    '${name}-filled': {
      ${path.includes(':id') ? "params: { id: '1' }," : ''}
      reach: (page, t) => page.getByRole('heading', { name: t.${feature}.${name}.title }).waitFor(),
    },`,
  );
}
