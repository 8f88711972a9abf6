/**
 * Import order: entries and routes → features/<noun> → layout → parts → state → api → domain. Features do not import each
 * other. Mails are on the level of layout. Parts make no calls and read no state of the shop. The console has floors of its own:
 * routes → screens → parts → api; of the shop's code it may use what depends on nothing.
 */

const FLOORS = ['domain', 'api', 'state', 'parts', 'layout', 'features'];
const TESTS = '(\\.test\\.tsx?|^src/(testing\\.tsx|fixtures\\.ts))$';
/** Type-only modules, importable from everywhere. */
const EVERYWHERE = '^src/api/types\\.ts$';
/** State that parts may import. */
const PARTS_STATE = '^src/state/(history|i18n|liveRegion|navigation|notify|page|site|store|timestampFormat)\\.tsx?$';

/** What lies above a floor: higher floors, and the entries and routes directly in `src`. */
function above(floor) {
  const higher = FLOORS.slice(FLOORS.indexOf(floor) + 1);
  const mail = floor === 'layout' || floor === 'features' ? [] : ['mail'];
  return `^src/((${[...higher, ...mail, 'demo'].join('|')})/|[^/]+\\.tsx?$)`;
}

const CONSOLE_FLOORS = ['api', 'parts', 'screens', 'routes'];

const importsDown = (folder, floor) => ({
  name: `${folder}-imports-down`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { path: above(floor), pathNot: EVERYWHERE },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...FLOORS.map((floor) => importsDown(floor, floor)),
    importsDown('mail', 'layout'),
    {
      name: 'features-apart',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    ...CONSOLE_FLOORS.map((floor, at) => ({
      name: `console-${floor}-imports-down`,
      severity: 'error',
      from: { path: `^src/console/${floor}/`, pathNot: TESTS },
      to: { path: `^src/console/((${CONSOLE_FLOORS.slice(at + 1).join('|') || 'nothing'})/|[^/]+\\.tsx?$)` },
    })),
    {
      name: 'console-screens-apart',
      severity: 'error',
      from: { path: '^src/console/screens/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/console/screens/', pathNot: '^src/console/screens/$1/' },
    },
    {
      name: 'console-apart',
      severity: 'error',
      from: { path: '^src/console/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(console|styles)/|^src/domain/(noWrap|heading)\\.ts$' },
    },
    {
      name: 'shop-apart',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/console/' },
      to: { path: '^src/console/|node_modules/(react-19|react-dom-19|react-aria-components|@tanstack)/' },
    },
    {
      name: 'parts-make-no-calls',
      severity: 'error',
      from: { path: '^src/parts/', pathNot: TESTS },
      to: { path: '^src/(api|state)/', pathNot: [EVERYWHERE, PARTS_STATE] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
