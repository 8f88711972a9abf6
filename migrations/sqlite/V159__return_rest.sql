-- Of what was announced, pieces that did not come stay announced: as a return of their own, which names the one that they were announced with.
ALTER TABLE goods_return ADD COLUMN follows TEXT;
